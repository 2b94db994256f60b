import { once } from 'node:events';
import { readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import { EVENT_LOG_CSV_PATH, eventLogCsvUrl, languageFileUrl, nextPrintUrl, tableCsvUrl } from '#contract/station/urls.ts';
import { RpcServer } from '#gateway/rpc/rpc-server.ts';
import { PageServer } from '#gateway/web/page-server.ts';
import { openPageServer, PAGE_ACCESS, UPGRADE, type PageServerRig } from '#support/page-server.ts';

let rig: PageServerRig;
let controller: PageServerRig['controller'];
let address: string;
let cookie: string;
let send: PageServerRig['send'];

beforeEach(async () => {
  rig = await openPageServer();
  ({ controller, address, cookie, send } = rig);
});

afterEach(() => rig.close());

/** Undefined for a closed file descriptor. */
function pathOfDescriptor(number: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${number}`);
  } catch {
    return undefined;
  }
}

describe('the page', () => {
  it.each([['/'], ['/printers/c/Line%201'], ['/labels/a?x=1'], ['/labels/Cola%200.5%20l']])('is served for its route %s', async (path) => {
    await expect(send(path)).resolves.toMatchObject({ status: 200, text: '<!doctype html><title>Strobe</title>' });
  });

  it('has a content security policy that allows its own origin only', async () => {
    const { headers } = await send('/');
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    });
  });

  it('has immutable built files', async () => {
    await expect(send('/assets/app-1.js')).resolves.toMatchObject({
      status: 200,
      headers: { 'cache-control': 'public, max-age=31536000, immutable' },
    });
  });

  it('is not sent again to a browser that has it, until it is replaced', async () => {
    const { etag = '' } = (await send('/')).headers;
    expect(etag).toMatch(/^"[\w-]+"$/);
    await expect(send('/', { headers: { 'if-none-match': etag } })).resolves.toMatchObject({ status: 304, text: '' });
    writeFileSync(join(rig.root, 'index.html'), '<!doctype html><title>Another</title>');
    await expect(send('/', { headers: { 'if-none-match': etag } })).resolves.toMatchObject({
      status: 200,
      text: '<!doctype html><title>Another</title>',
    });
  });

  it.skipIf(process.platform !== 'linux')('keeps no file open for clients that do not read', async () => {
    const script = join(rig.root, 'assets/long-1.js');
    writeFileSync(script, 'x'.repeat(8 * 1024 * 1024));
    await send('/assets/long-1.js');
    const { port } = new URL(address);
    const clients = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const client = connect(Number(port), '127.0.0.1').pause();
        client.write(`GET /assets/long-1.js HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`.repeat(20));
        await once(client, 'readable');
        return client;
      }),
    );
    const opened = readdirSync('/proc/self/fd').filter((number) => pathOfDescriptor(number) === script);
    for (const client of clients) client.destroy();
    expect(opened).toEqual([]);
  });

  it('lets no browser cache a missing file, as during an update', async () => {
    const { status, headers } = await send('/assets/missing.js');
    expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
  });

  it.each([['/assets/missing.js'], ['/missing.css'], ['/api/v3/labels'], ['/../secret.txt'], ['/%2e%2e/secret.txt'], ['/..%2fsecret.txt']])(
    'does not answer for what is not there: %s',
    async (path) => {
      const { status, text } = await send(path);
      expect([[404, 400, 403].includes(status), text.includes('secret"') || text === 'secret']).toEqual([true, false]);
    },
  );

  it('explains what to do when it is not built', async () => {
    rmSync(rig.root, { recursive: true });
    await expect(send('/')).resolves.toMatchObject({
      status: 503,
      text: 'The page has not been built. Run "npm run build" and reload this page.\n',
    });
  });
});

describe('the guard', () => {
  const paths = ['/', '/assets/app-1.js', '/nothing', tableCsvUrl('c', 't')];

  it.each(paths)('E1 refuses a foreign host before %s', async (path) => {
    await expect(send(path, { headers: { host: 'evil.example' } })).resolves.toMatchObject({ status: 403 });
    expect(controller.received).toEqual([]);
  });

  it.each(paths)('E3 refuses a foreign origin before %s', async (path) => {
    await expect(send(path, { headers: { origin: 'http://evil.example' } })).resolves.toMatchObject({ status: 403 });
    expect(controller.received).toEqual([]);
  });

  it.each([[{ host: 'evil.example' }], [{ origin: 'http://evil.example' }], [{ origin: 'null' }], [{ 'sec-fetch-site': 'cross-site' }]])(
    'E6 refuses a WebSocket with %j',
    async (headers) => {
      await expect(send('/rpc', { headers: { ...UPGRADE, ...headers } })).resolves.toMatchObject({ status: 403 });
    },
  );

  it('accepts a WebSocket of its own page', async () => {
    await expect(send('/rpc', { headers: { ...UPGRADE, origin: address } })).resolves.toMatchObject({ status: 101 });
  });

  it('E5 gives a foreign preflight no permission', async () => {
    const answer = await send('/', {
      method: 'OPTIONS',
      headers: { origin: 'http://evil.example', 'access-control-request-method': 'PUT' },
    });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  });

  it.each([['POST'], ['DELETE'], ['PATCH'], ['OPTIONS']])('refuses %s', async (method) => {
    await expect(send('/', { method })).resolves.toMatchObject({ status: 405 });
  });

  it('answers invalid HTTP with an error', async () => {
    const { port } = new URL(address);
    const text = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
      let all = '';
      socket.on('data', (chunk) => (all += chunk.toString()));
      socket.on('close', () => resolve(all));
    });
    expect(text).toContain('400 Bad Request');
  });
});

describe('the files of a controller', () => {
  it('pass through as a picture', async () => {
    controller.answers.set('GET /api/v3/printers/Line%201/nextPrint', { status: 200, type: 'image/png', body: '\u0089PNG' });
    await expect(send(nextPrintUrl('c', 'Line 1', 'v1'))).resolves.toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/png', 'x-content-type-options': 'nosniff' },
    });
    expect(controller.received.at(-1)?.headers).toMatchObject({ accept: 'image/png' });
  });

  it('are refused with an unexpected media type', async () => {
    controller.answers.set('GET /api/v3/printers/p/nextPrint', { status: 200, type: 'text/html', body: '<script>alert(1)</script>' });
    const { status, text } = await send(nextPrintUrl('c', 'p', 'v1'));
    expect([status, JSON.parse(text)]).toMatchObject([502, { type: 'urn:strobe:problem:controller-answer-invalid' }]);
  });

  it("return the controller's problem", async () => {
    const problem = new ProblemError('nothing-selected', { detail: 'Nothing is selected on "p".' }).toProblem();
    controller.answers.set('GET /api/v3/printers/p/nextPrint', { status: 409, type: 'application/problem+json', body: problem });
    const { status, headers, text } = await send(nextPrintUrl('c', 'p', 'v1'));
    expect([status, headers['content-type'], JSON.parse(text)]).toEqual([409, 'application/problem+json; charset=utf-8', problem]);
  });

  it('pass through as a table, with a file name', async () => {
    controller.answers.set('GET /api/v3/tables/T%20%C3%BC', { status: 200, type: 'text/csv; charset=utf-8', body: 'a,b\r\n1,2\r\n' });
    await expect(send(tableCsvUrl('c', 'T ü'))).resolves.toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': "attachment; filename*=UTF-8''T%20%C3%BC.csv" },
      text: 'a,b\r\n1,2\r\n',
    });
  });

  it('reach the controller when a table is put', async () => {
    controller.answers.set('PUT /api/v3/tables/t', { status: 201 });
    const put = send(tableCsvUrl('c', 't'), {
      method: 'PUT',
      headers: { 'content-type': 'text/csv', origin: address },
      body: 'a\r\n1\r\n',
    });
    await expect(put).resolves.toMatchObject({ status: 201, text: '' });
    expect(controller.received.at(-1)).toMatchObject({ method: 'PUT', body: 'a\r\n1\r\n', headers: { 'content-type': 'text/csv' } });
  });

  it('return why a table was refused', async () => {
    const problem = new ProblemError('csv-broken', { detail: 'Line 3 has 1 cell where there are 2 columns.' }).toProblem();
    controller.answers.set('PUT /api/v3/tables/t', { status: 422, type: 'application/problem+json', body: problem });
    const { status, text } = await send(tableCsvUrl('c', 't'), { method: 'PUT', headers: { 'content-type': 'text/csv' }, body: 'a' });
    expect([status, JSON.parse(text)]).toEqual([422, problem]);
  });

  it('E4 are refused when a table comes as anything but CSV', async () => {
    const put = send(tableCsvUrl('c', 't'), { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'a' });
    await expect(put).resolves.toMatchObject({ status: 415 });
    expect(controller.received).toEqual([]);
  });

  it('abort at the controller when the page closes an upload', async () => {
    const ended = new Promise<boolean>((resolve) => {
      controller.behaviour = (request) => {
        request.on('error', () => resolve(request.complete));
        request.resume();
        return true;
      };
    });
    const { port } = new URL(address);
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `PUT ${tableCsvUrl('c', 't')} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\nContent-Type: text/csv\r\nContent-Length: 1000\r\n\r\na,b\r\n`,
      );
      setImmediate(() => socket.destroy());
    });
    await expect(ended).resolves.toBe(false);
  });

  it.each([
    ['an unknown connection', tableCsvUrl('other', 't'), 404],
    ['another path of the controller', '/controllers/c/api/v3/labels', 404],
    ['a broken address', '/controllers/c/api/v3/tables/%FF', 400],
  ])('are refused for %s', async (_name, path, status) => {
    await expect(send(path)).resolves.toMatchObject({ status, headers: { 'content-type': 'application/problem+json; charset=utf-8' } });
    expect(controller.received).toEqual([]);
  });

  it('cannot be put at the address of a picture', async () => {
    await expect(
      send(nextPrintUrl('c', 'p', 'v'), { method: 'PUT', headers: { 'content-type': 'text/csv' }, body: 'a' }),
    ).resolves.toMatchObject({ status: 404 });
  });
});

describe('a language of the station', () => {
  it('is a JSON file, asked for again each time', async () => {
    await expect(send(languageFileUrl('it'))).resolves.toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' },
      text: '{"$name":"Italiano"}',
    });
  });

  it.each(['/languages/de.json', '/languages/', '/languages/it', '/languages/it.json/x', '/languages/..%2fit.json'])(
    'is not found at %s',
    async (path) => {
      await expect(send(path)).resolves.toMatchObject({
        status: 404,
        headers: { 'content-type': 'application/problem+json; charset=utf-8' },
      });
    },
  );

  it('is only read', async () => {
    const put = send(languageFileUrl('it'), { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{}' });
    await expect(put).resolves.toMatchObject({ status: 405 });
  });
});

describe('the event log', () => {
  it('is a filtered download', async () => {
    const { status, headers, text } = await send(eventLogCsvUrl({ text: 'ink, low', from: 5 }));
    expect([status, headers['content-type'], headers['content-disposition'], text]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="event-log.csv"',
      'Time\r\n{"text":"ink, low","from":5}',
    ]);
  });

  it.each([
    [{ method: 'PUT', headers: { 'content-type': 'text/csv' }, body: 'a' }, '', 405],
    [{}, '?from=yesterday', 400],
    [{}, '?group=rumours', 400],
  ])('is refused with %j %s', async (init, query, status) => {
    expect((await send(EVENT_LOG_CSV_PATH + query, init)).status).toBe(status);
  });
});

it('cannot listen on a port in use', async () => {
  const port = Number(new URL(address).port);
  const report = (): string => '';
  const rpc = new RpcServer({ contract: {}, handlers: {}, report });
  const second = new PageServer({
    station: {
      controllerOf: () => rig.client,
      permitUpload: () => Promise.resolve(),
      logUpload: () => undefined,
      storedFile: () => Promise.reject(new ProblemError('not-found')),
      storeFile: () => Promise.reject(new ProblemError('not-found')),
      eventLogCsv: () => (async function* () {})(),
      auditLines: () => Promise.resolve((async function* () {})()),
      supportBytes: () => Promise.reject(new Error('no support file')),
      authorityCertificate: () => undefined,
      languageFile: () => Promise.resolve(undefined),
    },
    rpc,
    access: PAGE_ACCESS,
    root: rig.root,
    port,
    report,
  });
  await expect(second.start()).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await second.stop();
});
