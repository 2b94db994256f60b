import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stationContract } from '#contract/station/index.ts';
import { ProblemError } from '#contract/problem.ts';
import type { JournalFilter } from '#contract/station/journal.ts';
import { JOURNAL_CSV_PATH, journalCsvUrl, nextPrintUrl, tableCsvUrl } from '#contract/station/urls.ts';
import { RpcDoor } from '#gateway/rpc/rpc-door.ts';
import { WebDoor } from '#gateway/web/web-door.ts';
import { ControllerClient } from '#station/connections/controller-client.ts';
import { FakeController } from '#support/fake-controller.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

let controller: FakeController;
let client: ControllerClient;
let door: WebDoor;
let address: string;
let root: string;

beforeEach(async () => {
  controller = await new FakeController('one').start();
  client = new ControllerClient(controller.url);
  root = join(temporaryFolder(), 'renderer');
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Strobe</title>');
  writeFileSync(join(root, 'assets/app-1.js'), 'export {};');
  writeFileSync(join(root, '..', 'secret.txt'), 'secret');
  const report = (error: unknown): string => expect.fail(String(error));
  const handlers = new Proxy({}, { get: () => new Proxy({}, { get: () => () => Promise.resolve({}) }) });
  const station = {
    controllerOf: (connection: string) => {
      if (connection === 'c') return client;
      throw new ProblemError('not-found', { detail: `There is no connection "${connection}".` });
    },
    async *journalCsv(filter: JournalFilter) {
      yield 'Time\r\n';
      yield JSON.stringify(filter);
    },
  };
  door = new WebDoor({ station, rpc: new RpcDoor({ contract: stationContract, handlers, report }), root, port: 0, report });
  address = await door.start();
});

afterEach(async () => {
  await door.stop();
  client.stop();
  await controller.kill();
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A request exactly as written: no client rewrites its path or headers. */
function send(path: string, { method = 'GET', headers = {}, body }: Call = {}): Promise<Answer> {
  const { port } = new URL(address);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString('latin1') }),
      );
      response.on('error', reject);
    });
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text: '' });
    });
    request.on('error', reject);
    request.end(body);
  });
}

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};

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
    rmSync(root, { recursive: true });
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
        `PUT ${tableCsvUrl('c', 't')} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: text/csv\r\nContent-Length: 1000\r\n\r\na,b\r\n`,
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
    const answer = await fetch(address + journalCsvUrl({ text: 'ink, low', from: 5 }));
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition'), await answer.text()]).toEqual([
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
    expect((await fetch(address + JOURNAL_CSV_PATH + query, init)).status).toBe(status);
  });
});

it('cannot listen where another program does', async () => {
  const port = Number(new URL(address).port);
  const report = (): string => '';
  const rpc = new RpcDoor({ contract: {}, handlers: {}, report });
  const second = new WebDoor({
    station: { controllerOf: () => client, journalCsv: () => (async function* () {})() },
    rpc,
    root,
    port,
    report,
  });
  await expect(second.start()).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await second.stop();
});
