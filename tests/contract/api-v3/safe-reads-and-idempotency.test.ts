import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from 'kysely';
import { IdempotencyKeys } from '#controller/idempotency/idempotency-keys.ts';
import { readEvents } from '#support/event-reader.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';

let service: OpenService;
beforeAll(async () => {
  service = await openService();
  await service.call('/api/v3/labels/1', { method: 'PUT', body: textLabel('{VARIABLE;1} {COUNTER;1}') });
  await service.call('/api/v3/tables/1', { method: 'PUT', body: { columns: ['a'], rows: [['1']] } });
  await service.call('/api/v3/variables/1', { method: 'PUT', body: { value: '1' } });
  await service.call('/api/v3/counters/1', { method: 'PUT', body: { value: 1 } });
  await warm(service);
  await service.call('/api/v3/printers/Line%201/printJob', { method: 'POST', body: { labelName: '1' } });
});
afterAll(() => service.close());

/** The whole content of the database. */
async function state(): Promise<unknown> {
  const tables = await service.db.introspection.getTables();
  return Promise.all(tables.map(async ({ name }) => [name, (await sql`SELECT * FROM ${sql.table(name)}`.execute(service.db)).rows]));
}

it('E7 a GET never changes state, over all routes', async () => {
  const { paths } = service.document as { paths: Record<string, Record<string, unknown>> };
  // An event stream never ends, so it stays open meanwhile. Who reads the audit log is recorded in it.
  const isOther = (path: string): boolean => path === '/api/v3/events' || path.startsWith('/api/v3/audit');
  const reads = Object.keys(paths).filter((path) => 'get' in (paths[path] ?? {}) && !isOther(path));
  const reader = await readEvents(service.url);
  await service.controller.labelAcceptance.idle();
  const before = await state();
  const status = async () => (await service.call('/api/v3/printers/Line%201/status')).json;
  const statusBefore = await status();
  for (const path of reads) {
    const url = path.replace('/printers/{name}', '/printers/Line%201').replaceAll(/\{\w+\}/g, '1');
    for (const method of ['GET', 'HEAD']) {
      for (const query of ['', '?labelName=1&value=9&copies=3&queue=true']) {
        expect((await service.call(url + query, { method })).status).toBeLessThan(500);
      }
    }
  }
  expect(reads.length).toBeGreaterThan(20);
  expect(await state()).toEqual(before);
  expect(await status()).toEqual(statusBefore);
  reader.close();
});

describe('a repeat with an idempotency key', () => {
  const printer = '/api/v3/printers/Line%201';
  const post = (path: string, key: string, body?: unknown) =>
    service.call(`${printer}/${path}`, { method: 'POST', headers: { 'idempotency-key': key }, body });
  const triggers = async () => ((await service.call(`${printer}/printCounters`)).json as { triggers: number }).triggers;

  it('E18 gets the same answer and has one effect', async () => {
    const first = await post('printJob', 'select-1', { labelName: '1' });
    const second = await post('printJob', 'select-1', { labelName: '1' });
    expect(second).toMatchObject({ status: first.status, text: first.text });
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect((await service.call(`${printer}/status`)).json).toMatchObject({ queue: 0 });
  });

  it('triggers once', async () => {
    const before = await triggers();
    const answers = [await post('trigger', 'trigger-1'), await post('trigger', 'trigger-1'), await post('trigger', 'trigger-1')];
    expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(3).fill([202, '{"result":"printing"}']));
    expect(await triggers()).toBe(before + 1);
    await until(
      () => service.call(`${printer}/printCounters`).then(({ json }) => json as { triggers: number; printedLabels: number }),
      ({ triggers: all, printedLabels }) => printedLabels === all,
    );
  });

  it('gets an empty response again if the first was empty', async () => {
    expect(await post('abortPrint', 'abort-1')).toMatchObject({ status: 204, text: '' });
    expect(await post('abortPrint', 'abort-1')).toMatchObject({ status: 204, text: '' });
  });

  it('is refused when the request differs', async () => {
    await post('printJob', 'mismatch', { labelName: '1' });
    const other = { status: 422, json: { type: 'urn:strobe:problem:idempotency-mismatch' } };
    expect(await post('printJob', 'mismatch', { labelName: '1', copies: 2 })).toMatchObject(other);
    expect(await post('trigger', 'mismatch')).toMatchObject(other);
  });

  it('is executed when the first was refused', async () => {
    expect((await post('printJob', 'refused', { labelName: 'none' })).status).toBe(404);
    expect((await post('printJob', 'refused', { labelName: '1' })).status).toBe(200);
  });

  it('takes effect once when many arrive at the same time', async () => {
    const before = await triggers();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('trigger', 'at-once')));
    for (const { status } of answers) expect([202, 409]).toContain(status);
    expect(await triggers()).toBe(before + 1);
  });

  it.each(['', 'a b', 'é', 'x'.repeat(256)])('with the key "%s" is refused', async (key) => {
    const headers = { 'idempotency-key': Buffer.from(key, 'utf8').toString('latin1') };
    const answer = await service.call(`${printer}/abortPrint`, { method: 'POST', headers });
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ pointer: 'Idempotency-Key' }] } });
  });
});

/** Operations whose response is stored in the transaction of their effect: see `IdempotentRequest`. */
const EXACT = [
  'printJob',
  'trigger',
  'queue/seek',
  'resolution',
  'reprint',
  'rework',
  'printBlocks',
  'lift',
  'engineCount/acceptance',
  'rename',
  'testPrint',
  'acceptDevice',
  'firstPrintCheck',
  'scanCheck',
  'rows',
  'columns',
  'resume',
  'start',
  'cancel',
  'approval',
];
/**
 * Operations that are idempotent by themselves: repeating them changes nothing more. A repeated backup makes one more, a repeated pulse of a
 * virtual input another one, and a repeated replay sends its messages once more, with the same ids. A repeated creation of a key is refused, since the
 * response with its text must not be stored. An item that is sent to the library of the plant again gets the number of the version that it has there.
 */
const REPEATABLE = [
  'abortPrint',
  'clock/confirm',
  'refill',
  'plan',
  'cells',
  'preflight',
  'labelAcceptance/accept',
  'backups',
  'restore',
  'recovery/confirm',
  'enable',
  'disable',
  'test',
  'search',
  'record',
  'faults',
  'force',
  'set',
  'install',
  'replay',
  'acknowledge',
  'keys',
  'plant/library',
];

it('E18 every POST can be repeated after a kill: its response is stored with its effect, or it is idempotent', () => {
  const { paths } = service.document as { paths: Record<string, object> };
  const posts = Object.keys(paths).filter((path) => 'post' in (paths[path] ?? {}));
  const others = posts.filter((path) => ![...EXACT, ...REPEATABLE].some((end) => path.endsWith(`/${end}`)));
  expect(posts.length).toBeGreaterThan(8);
  expect(others).toEqual([]);
});

it('a request is answered even if its response cannot be stored', async () => {
  const keeping = vi.spyOn(IdempotencyKeys.prototype, 'end').mockRejectedValueOnce(new Error('the disk is full'));
  const headers = { 'idempotency-key': 'not-kept' };
  expect((await service.call('/api/v3/printers/Line%201/abortPrint', { method: 'POST', headers })).status).toBe(204);
  keeping.mockRestore();
});

describe('safe mode', () => {
  let safe: OpenService;
  beforeAll(async () => {
    safe = await openService({ isSafeMode: true, virtualPrinters: 1 });
  });
  afterAll(() => safe.close());

  it('reads', async () => {
    expect((await safe.call('/healthz')).json).toMatchObject({ status: 'safe-mode' });
    for (const path of ['labels', 'tables', 'variables', 'counters', 'printers', 'status', 'printCounters', 'prints']) {
      expect((await safe.call(`/api/v3/${path}`)).status).toBe(200);
    }
  });

  it('A8 refuses every change except stops of a printer', async () => {
    const { paths } = safe.document as { paths: Record<string, object> };
    const changes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== 'get' && !path.endsWith('/abortPrint'))
        .map((method) => ({ path: path.replaceAll(/\{\w+\}/g, '1'), method: method.toUpperCase() })),
    );
    expect(changes.length).toBeGreaterThan(10);
    for (const { path, method } of changes) {
      expect(await safe.call(path, { method })).toMatchObject({ status: 503, json: { type: 'urn:strobe:problem:safe-mode' } });
    }
  });
});
