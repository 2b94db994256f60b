import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '#contract/problem.ts';
import { problemSchema } from '#contract/problem-schema.ts';
import { openService, textLabel, type Answer, type Call, type OpenService } from '#support/open-service.ts';

/** Every 4xx is a problem that names the object and points at each fault. */

let service: OpenService;
beforeAll(async () => {
  service = await openService();
  await service.call('/api/v3/labels/Carton', { method: 'PUT', body: textLabel('x') });
  await service.call('/api/v3/tables/Sizes', { method: 'PUT', body: SIZES });
  await service.call('/api/v3/tables/Empty', { method: 'PUT', body: { columns: ['SKU'], rows: [] } });
});
afterAll(() => service.close());

const SIZES = {
  columns: ['SKU', 'Name'],
  rows: [
    ['S12', 'Medium'],
    ['S13', 'Large'],
    ['S13', 'Larger'],
  ],
};
const JOB = '/api/v3/printers/Line%201/printJob';

function problemOf(answer: Answer): Problem {
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const problem = problemSchema.parse(answer.json);
  expect(problem.status).toBe(answer.status);
  return problem;
}

async function refused(path: string, call: Call = {}): Promise<{ status: number; slug: string; detail: string; pointers: string[] }> {
  const problem = problemOf(await service.call(path, call));
  const { status, type, detail = '', errors = [] } = problem;
  return { status, slug: type.replace('urn:strobe:problem:', ''), detail, pointers: errors.map(({ pointer }) => pointer) };
}

const select = (body: object) => refused(JOB, { method: 'POST', body });

describe('what is not there', () => {
  it.each([
    ['/api/v3/labels/None', 'There is no label "None".'],
    ['/api/v3/labels/None/simulation', 'There is no label "None".'],
    ['/api/v3/tables/None', 'There is no table "None".'],
    ['/api/v3/tables/None/rows', 'There is no table "None".'],
    ['/api/v3/variables/None', 'There is no variable "None".'],
    ['/api/v3/counters/None', 'There is no counter "None".'],
    ['/api/v3/printers/None/status', 'There is no printer "None".'],
    ['/api/v3/printers/None/printCounters', 'There is no printer "None".'],
    ['/api/v3/printers/None/printHistory', 'There is no printer "None".'],
    ['/api/v3/printers/None/nextPrint', 'There is no printer "None".'],
    ['/api/v3/printers/None/conveyor', 'There is no printer "None".'],
    ['/nowhere', '/nowhere does not exist.'],
    ['/api/v3', '/api/v3 does not exist.'],
    ['/api/v4/labels', '/api/v4/labels does not exist.'],
  ])('%s is a 404 that names it', async (path, detail) => {
    expect(await refused(path)).toMatchObject({ status: 404, slug: 'not-found', detail });
  });

  it.each(['labels', 'tables', 'variables', 'counters'])('DELETE of an unknown one of %s is a 404', async (noun) => {
    expect(await refused(`/api/v3/${noun}/None`, { method: 'DELETE' })).toMatchObject({ status: 404, slug: 'not-found' });
  });

  it('is named in a selection, and nothing is selected', async () => {
    const row = { tableName: 'Sizes', keyColumn: 'SKU', key: 'S12' };
    const details = [
      await select({ labelName: 'None' }),
      await select({ labelName: 'Carton', ...row, tableName: 'None' }),
      await select({ labelName: 'Carton', ...row, keyColumn: 'None' }),
      await select({ labelName: 'Carton', ...row, key: 'None' }),
      await select({ labelColumn: 'None', ...row }),
    ];
    for (const { status, detail } of details) {
      expect([400, 404]).toContain(status);
      expect(detail).toContain('"None"');
    }
    expect((await service.call('/api/v3/printers/Line%201/status')).json).toMatchObject({ job: null, queue: 0 });
  });

  it('is refused for a printer that is not there', async () => {
    expect(await refused('/api/v3/printers/None/printJob', { method: 'POST', body: { labelName: 'Carton' } })).toMatchObject({
      status: 404,
    });
    expect(await refused('/api/v3/printers/None/trigger', { method: 'POST' })).toMatchObject({ status: 404 });
    expect(await refused('/api/v3/printers/None/abortPrint', { method: 'POST' })).toMatchObject({ status: 404 });
  });

  it('names both rows when a key occurs twice', async () => {
    const body = { labelName: 'Carton', tableName: 'Sizes', keyColumn: 'SKU', key: 'S13' };
    const { status, slug, detail } = await select(body);
    expect({ status, slug }).toEqual({ status: 409, slug: 'key-not-unique' });
    expect(detail).toMatch(/1.*2/);
  });
});

describe('input with faults', () => {
  it('is refused as a whole with one error per fault', async () => {
    const rect = { type: 'Rect', x: 0, y: 0, width: 1, height: 1 };
    const body = { format: 2, width: -1, height: 10, objs: [rect, { ...rect, width: 'a' }, { type: 'Circle' }] };
    expect(await refused('/api/v3/labels/Bad', { method: 'PUT', body })).toMatchObject({
      status: 400,
      slug: 'invalid-input',
      pointers: ['/format', '/width', '/objs/1/width', '/objs/2/type'],
    });
    expect((await service.call('/api/v3/labels/Bad')).status).toBe(404);
  });

  it.each([
    ['variables', { value: 7, valeu: 'x' }, ['/value', '/valeu']],
    ['variables', undefined, ['']],
    ['variables', [], ['']],
    ['counters', { value: 11, maxValue: 10 }, ['/value']],
    ['counters', { value: 2 ** 53 }, ['/value']],
    ['tables', { columns: ['a', 'a'], rows: [['1']] }, ['/columns/1', '/rows/0']],
    ['labels', { format: 3 }, ['/width', '/height', '/objs']],
  ])('a PUT to %s of %j points at %j', async (noun, body, pointers) => {
    expect(await refused(`/api/v3/${noun}/Bad`, { method: 'PUT', body })).toMatchObject({ status: 400, slug: 'invalid-input', pointers });
  });

  it.each([
    [{ labelName: 'Carton', key: 'x' }, ['/tableName', '/keyColumn']],
    [{ labelName: 'Carton', copies: 0 }, ['/copies']],
    [{ labelName: 'Carton', copies: -1 }, ['/copies']],
    [{ labelName: 'Carton', copies: 2e9 }, ['/copies']],
    [{ labelName: 'Carton', copeis: 1 }, ['/copeis']],
    [{ labelData: { format: 3 } }, ['/labelData/width', '/labelData/height', '/labelData/objs']],
    [{ copies: 5 }, ['/labelName']],
  ])('E19 a selection of %j points at %j', async (body, pointers) => {
    expect(await select(body)).toMatchObject({ status: 400, slug: 'invalid-input', pointers });
  });

  it.each([
    [{ labelName: 'Carton', copies: 'x' }, ['/copies']],
    [{ labelName: 'Carton', copies: 1e9 + 1 }, ['/copies']],
    [{ labelName: 'Carton', copies: 1.5 }, ['/copies']],
    [{ labelName: 'Carton', firstRow: 0 }, ['/firstRow']],
    [{ labelName: 'Carton', tableName: 'Sizes', firstRow: -1, rowCount: 0 }, ['/firstRow', '/rowCount']],
    [{ labelName: 'Carton', tableName: 'Sizes', keyColumn: 'SKU', key: 'S12', rowCount: 1 }, ['/rowCount']],
    [{ labelName: 'Carton', tableName: 'Sizes', firstRow: 3 }, ['/firstRow']],
    [{ labelName: 'Carton', tableName: 'Sizes', rowCount: 4 }, ['/rowCount']],
    [{ labelName: 'Carton', tableName: 'Empty' }, ['/tableName']],
    [{ labelName: 'Carton', copiesColumn: 'Name', printedColumn: 'Name' }, ['/printedColumn', '/copiesColumn']],
    [{ labelName: 'Carton', tableName: 'Sizes', copiesColumn: 'Name' }, ['/copiesColumn']],
    [{ labelName: 'Carton', tableName: 'Sizes', printedColumn: 'Name' }, ['/printedColumn']],
    [{ labelName: 'Carton', variables: { None: 'x' } }, ['/variables/None']],
    [{ labelName: 'Carton', variables: { Batch: 7 } }, ['/variables/Batch']],
    [{ labelName: 'Carton', printDelay: -1 }, ['/printDelay']],
    [{ labelName: 'Carton', autoPrintGap: 1, autoPrintInterval: 1 }, ['/autoPrintInterval']],
  ])('E19 a selection of %j points at %j, and the queue stays as it was', async (body, pointers) => {
    await service.call(JOB, { method: 'POST', body: { labelName: 'Carton', copies: 1e9 } });
    const before = (await service.call('/api/v3/printers/Line%201/queue')).json;
    expect(await select(body)).toMatchObject({ status: 400, slug: 'invalid-input', pointers });
    expect((await service.call('/api/v3/printers/Line%201/queue')).json).toEqual(before);
  });

  it('E14 a selection keeps names such as constructor apart from what objects have', async () => {
    const body = '{"labelName":"Carton","variables":{"__proto__":"x"}}';
    const headers = { 'content-type': 'application/json' };
    expect(await refused(JOB, { method: 'POST', headers, body })).toMatchObject({ status: 400, pointers: ['/variables/__proto__'] });
    expect(await select({ labelName: 'Carton', variables: { constructor: 'x' } })).toMatchObject({
      status: 400,
      pointers: ['/variables/constructor'],
    });
  });

  it.each([
    ['/api/v3/printers/Line%201/printHistory?resolution=YEARS', ['?resolution']],
    ['/api/v3/printers/Line%201/printHistory?resolution=days', ['?resolution']],
    ['/api/v3/printers/Line%201/printHistory?start=x&end=', ['?start', '?end']],
    ['/api/v3/printers/Line%201/printHistory?start=2&end=1', ['?start']],
    ['/api/v3/printers/Line%201/printHistory?start=1e99', ['?start']],
    ['/api/v3/printers/Line%201/printHistory?start=1&start=2', ['?start']],
    ['/api/v3/labels/Carton/simulation?key=S12', ['?tableName', '?keyColumn']],
    ['/api/v3/labels/Carton/simulation?at=yesterday', ['?at']],
    ['/api/v3/tables/Sizes/rows?limit=1001&offset=-1', ['?offset', '?limit']],
    ['/api/v3/prints?limit=0&before=x', ['?before', '?limit']],
    ['/api/v3/prints/abc/image', ['{id}']],
  ])('%s points at %j', async (path, pointers) => {
    expect(await refused(path)).toMatchObject({ status: 400, slug: 'invalid-input', pointers });
  });

  it('a CSV with a broken row is refused with its line, and the old table stays', async () => {
    const headers = { 'content-type': 'text/csv' };
    const { status, slug, detail } = await refused('/api/v3/tables/Sizes', { method: 'PUT', headers, body: 'SKU,Name\n1,a\n2,b,c\n' });
    expect({ status, slug }).toEqual({ status: 422, slug: 'csv-broken' });
    expect(detail).toMatch(/line 3/i);
    expect((await service.call('/api/v3/tables/Sizes')).json).toEqual(SIZES);
  });

  it('a broken row early in a big CSV is answered, not cut off', async () => {
    const headers = { 'content-type': 'text/csv' };
    const body = `SKU,Name\n1\n${'1,a\n'.repeat(4_000_000)}`;
    expect(await refused('/api/v3/tables/Sizes', { method: 'PUT', headers, body })).toMatchObject({ status: 422, slug: 'csv-broken' });
  });

  it('a history of too many buckets names the resolution that would do', async () => {
    const { status, detail } = await refused('/api/v3/printers/Line%201/printHistory?resolution=MINUTES&start=0');
    expect(status).toBe(400);
    expect(detail).toMatch(/HOURS|DAYS|WEEKS/);
  });
});

describe('bodies', () => {
  const put = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
    refused('/api/v3/variables/Body', { method: 'PUT', headers: { 'content-type': 'application/json', ...headers }, body });

  it('that are not JSON are answered with the place', async () => {
    expect(await put('{"value": "a",\n "description" "b"}')).toMatchObject({
      status: 400,
      slug: 'malformed-json',
      detail: 'Line 2, column 16: "\\"" is not expected here.',
    });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/csv',
    'application/jsonp',
    'nonsense',
  ])('E4 of the type %s are refused', async (type) => {
    expect(await put('{"value":"x"}', { 'content-type': type })).toMatchObject({ status: 415, slug: 'unsupported-media-type' });
    const trigger = { method: 'POST', headers: { 'content-type': type }, body: '{}' };
    expect(await refused('/api/v3/printers/Line%201/trigger', trigger)).toMatchObject({ status: 415 });
  });

  it('E4 without a type are refused', async () => {
    const body = new TextEncoder().encode('{"value":"x"}');
    expect(await refused('/api/v3/variables/Body', { method: 'PUT', body })).toMatchObject({ status: 415 });
  });

  it('with a content encoding are refused', async () => {
    expect(await put('{"value":"x"}', { 'content-encoding': 'gzip' })).toMatchObject({ status: 415 });
  });

  it('E12 beyond the limit are refused, announced or not', async () => {
    const big = `{"value":"${'x'.repeat(16 * 1024 * 1024)}"}`;
    expect(await put(big)).toMatchObject({ status: 413, slug: 'payload-too-large', detail: 'The body may have at most 16 MiB.' });
    expect(await put(big, { 'transfer-encoding': 'chunked' })).toMatchObject({ status: 413, slug: 'payload-too-large' });
  });

  it('E13 of 100 000 nested arrays are refused, and so are objects', async () => {
    expect(await put('['.repeat(100_000) + ']'.repeat(100_000))).toMatchObject({ status: 400, slug: 'invalid-input' });
    expect(await put('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000))).toMatchObject({ status: 400 });
  });

  it('E14 with a __proto__ key are refused clearly', async () => {
    expect(await put('{"value":"x","__proto__":{"polluted":true}}')).toMatchObject({ status: 400, pointers: ['/__proto__'] });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('E14 keep the other names of prototypes as plain keys of a label', async () => {
    const label = { ...textLabel('x'), constructor: 1, prototype: { a: 2 }, toString: 'three', hasOwnProperty: [4] };
    expect((await service.call('/api/v3/labels/Keys', { method: 'PUT', body: label })).status).toBe(201);
    expect((await service.call('/api/v3/labels/Keys')).json).toMatchObject(label);
  });

  it.each(['labelName', 'tableName', 'labelColumn', 'printedColumn'])('E15 with an unpaired surrogate as %s are refused', async (key) => {
    const headers = { 'content-type': 'application/json' };
    const body = `{"labelName":"A","tableName":"B","${key}":"\\ud800"}`;
    expect(await refused('/api/v3/printers/Line%201/printJob', { method: 'POST', headers, body })).toMatchObject({
      status: 400,
      pointers: [`/${key}`],
    });
  });

  it('E15 with bytes that are not UTF-8 are refused', async () => {
    expect(await put(new Uint8Array([0x22, 0xff, 0x22]))).toMatchObject({ status: 400, slug: 'malformed-json' });
  });

  it.each(['1e309', '-1e309', '9007199254740993', '0.5', '"1"', 'null', 'true'])(
    'E15 with the number %s for a counter are refused',
    async (number) => {
      const headers = { 'content-type': 'application/json' };
      expect(await refused('/api/v3/counters/Number', { method: 'PUT', headers, body: `{"value":${number}}` })).toMatchObject({
        status: 400,
        pointers: ['/value'],
      });
    },
  );
});

describe('methods', () => {
  it('that a path does not accept are refused with a list of those that it accepts', async () => {
    const answer = await service.call('/api/v3/labels/Carton', { method: 'PATCH' });
    expect(problemOf(answer)).toMatchObject({
      status: 405,
      type: 'urn:strobe:problem:method-not-allowed',
      instance: '/api/v3/labels/Carton',
    });
    expect(answer.headers.allow).toBe('DELETE, GET, HEAD, PUT');
    expect((await service.call('/api/v3/labels', { method: 'POST', body: {} })).headers.allow).toBe('GET, HEAD');
  });
});

describe('E12 broken HTTP', () => {
  /** Sends bytes and returns everything received until the connection ends. */
  const raw = (text: string) =>
    new Promise<string>((resolve) => {
      let answer = '';
      const socket = connect(service.port, '127.0.0.1', () => socket.write(text));
      socket.on('data', (bytes) => (answer += bytes.toString()));
      socket.on('close', () => resolve(answer));
      socket.on('error', () => undefined);
    });
  const head = () => `Host: 127.0.0.1:${service.port}\r\nConnection: close\r\n`;

  it('is a 400 problem', async () => {
    expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*application\/problem\+json[\s\S]*not valid HTTP/);
  });

  it('with both lengths is refused', async () => {
    const text = `POST /api/v3/abortPrint HTTP/1.1\r\n${head()}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;
    expect(await raw(text)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('with headers over the limit is a 431 problem', async () => {
    expect(await raw(`GET /healthz HTTP/1.1\r\n${head()}X-Big: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 [\s\S]*headers-too-large/,
    );
  });

  it('with a line break in the path is refused', async () => {
    expect(await raw(`GET /api/v3/labels/a\rb HTTP/1.1\r\n${head()}\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('answers pipelined requests in order', async () => {
    const one = (name: string, connection: string) =>
      `GET /api/v3/labels/${name} HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\nConnection: ${connection}\r\n\r\n`;
    const count = 500;
    const text = Array.from({ length: count }, (_, index) => one(`n${index}.`, index === count - 1 ? 'close' : 'keep-alive')).join('');
    const named = [...(await raw(text)).matchAll(/There is no label \\"n(\d+)\./g)].map(([, index]) => Number(index));
    expect(named).toEqual(Array.from({ length: count }, (_, index) => index));
  });
});

describe('E25 answers', () => {
  it('show no stack and no file', async () => {
    for (const path of ['/nowhere', '/api/v3/labels/%zz', '/api/v3/prints/x/image', '/api/v3/labels/a%00b']) {
      expect((await service.call(path)).text).not.toMatch(/\.ts|\.js|node_modules|at \w+ \(/);
    }
  });
});
