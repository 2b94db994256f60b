import { once } from 'node:events';
import { readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import { JOURNAL_CSV_PATH, journalCsvUrl, nextPrintUrl, tableCsvUrl } from '#contract/station/urls.ts';
import { RpcDoor } from '#gateway/rpc/rpc-door.ts';
import { WebDoor } from '#gateway/web/web-door.ts';
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

/** Undefined for one that is closed by now. */
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

  it('comes with a policy that lets nothing in from elsewhere', async () => {
    const { headers } = await send('/');
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    });
  });

  it('keeps its built files for good', async () => {
    await expect(send('/assets/app-1.js')).resolves.toMatchObject({
      status: 200,
      headers: { 'cache-control': 'public, max-age=31536000, immutable' },
    });
  });

  it('is sent once to a browser that has it, and again when it was replaced', async () => {
    const { etag = '' } = (await send('/')).headers;
    expect(etag).toMatch(/^"[\w-]+"$/);
    await expect(send('/', { headers: { 'if-none-match': etag } })).resolves.toMatchObject({ status: 304, text: '' });
    writeFileSync(join(rig.root, 'index.html'), '<!doctype html><title>Another</title>');
    await expect(send('/', { headers: { 'if-none-match': etag } })).resolves.toMatchObject({
      status: 200,
      text: '<!doctype html><title>Another</title>',
    });
  });

  it.skipIf(process.platform !== 'linux')('holds no file open for clients that do not read', async () => {
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

  it('keeps no word of it that a file was not there, as while a new page is laid in its place', async () => {
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

  it('says what to do when it is not built', async () => {
    rmSync(rig.root, { recursive: true });
    await expect(send('/')).resolves.toMatchObject({
      status: 503,
      text: 'The page has not been built yet. Run "npm run build", then load this address again.\n',
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

  it('lets a WebSocket of the own page in', async () => {
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

  it('answers a request that is no HTTP with an error', async () => {
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

describe('the bytes of a controller', () => {
  it('pass through as a picture', async () => {
    controller.answers.set('GET /api/v3/printers/Line%201/nextPrint', { status: 200, type: 'image/png', body: '\u0089PNG' });
    await expect(send(nextPrintUrl('c', 'Line 1', 'v1'))).resolves.toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/png', 'x-content-type-options': 'nosniff' },
    });
    expect(controller.received.at(-1)?.headers).toMatchObject({ accept: 'image/png' });
  });

  it('are refused when they are something else than was asked for', async () => {
    controller.answers.set('GET /api/v3/printers/p/nextPrint', { status: 200, type: 'text/html', body: '<script>alert(1)</script>' });
    const { status, text } = await send(nextPrintUrl('c', 'p', 'v1'));
    expect([status, JSON.parse(text)]).toMatchObject([502, { type: 'urn:strobe:problem:controller-answer-invalid' }]);
  });

  it("carry the controller's own problem", async () => {
    const problem = new ProblemError('nothing-selected', { detail: 'Nothing is selected on "p".' }).toProblem();
    controller.answers.set('GET /api/v3/printers/p/nextPrint', { status: 409, type: 'application/problem+json', body: problem });
    const { status, headers, text } = await send(nextPrintUrl('c', 'p', 'v1'));
    expect([status, headers['content-type'], JSON.parse(text)]).toEqual([409, 'application/problem+json; charset=utf-8', problem]);
  });

  it('pass through as a table, with a name to save it under', async () => {
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

  it('bring back why a table was not taken', async () => {
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

  it('end at the controller too when the page hangs up in the middle of a table', async () => {
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

  it('cannot be put where only pictures are', async () => {
    await expect(
      send(nextPrintUrl('c', 'p', 'v'), { method: 'PUT', headers: { 'content-type': 'text/csv' }, body: 'a' }),
    ).resolves.toMatchObject({ status: 404 });
  });
});

describe('the journal', () => {
  it('is a file that is saved, as its filter says', async () => {
    const { status, headers, text } = await send(journalCsvUrl({ text: 'ink, low', from: 5 }));
    expect([status, headers['content-type'], headers['content-disposition'], text]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="journal.csv"',
      'Time\r\n{"text":"ink, low","from":5}',
    ]);
  });

  it.each([
    [{ method: 'PUT', headers: { 'content-type': 'text/csv' }, body: 'a' }, '', 405],
    [{}, '?from=yesterday', 400],
    [{}, '?group=rumours', 400],
  ])('is refused with %j %s', async (init, query, status) => {
    expect((await send(JOURNAL_CSV_PATH + query, init)).status).toBe(status);
  });
});

it('cannot listen where another program does', async () => {
  const port = Number(new URL(address).port);
  const report = (): string => '';
  const rpc = new RpcDoor({ contract: {}, handlers: {}, report });
  const second = new WebDoor({
    station: { controllerOf: () => rig.client, journalCsv: () => (async function* () {})() },
    rpc,
    access: PAGE_ACCESS,
    root: rig.root,
    port,
    report,
  });
  await expect(second.start()).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await second.stop();
});
