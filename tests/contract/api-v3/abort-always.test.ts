import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import { IdempotencyKeys } from '#controller/idempotency/idempotency-keys.ts';
import { sharedDrawing } from '#support/drawing.ts';
import { openService, textLabel, warm, type OpenService, type OpenServiceOptions } from '#support/open-service.ts';
import { until } from '#support/until.ts';

const PRINTER = '/api/v3/printers/Line%201';
const YEAR = 366 * 86_400_000;
const FULL = new ProblemError('disk-full', { detail: 'full' });
const READ_ONLY = new ProblemError('disk-read-only', { detail: 'read-only' });

let service: OpenService;
let ahead = 0;
afterEach(async () => {
  vi.restoreAllMocks();
  ahead = 0;
  await service.close();
});

const post = (path: string, body?: unknown, headers = {}) => service.call(`${PRINTER}/${path}`, { method: 'POST', body, headers });
const status = async () => (await service.call(`${PRINTER}/status`)).json as { job: unknown; queue: number };
const queue = async () => ((await service.call(`${PRINTER}/queue`)).json as { jobs: unknown[] }).jobs;
const storedStates = async () => (await service.db.selectFrom('jobs').select('state').execute()).map(({ state }) => state);

async function open(options: OpenServiceOptions = {}): Promise<void> {
  service = await openService({ virtualPrinters: 1, now: () => Date.now() + ahead, ...options });
}

/** A printer with a current job and a waiting one. */
async function openPrinting(): Promise<void> {
  await open();
  await warm(service);
  await post('printJob', { labelData: textLabel('x') });
  await post('printJob', { labelData: textLabel('y'), queue: true });
}

/** Makes every write to the database fail until the returned function is called. */
function refuseWrites(error: unknown): () => void {
  const transaction = vi.spyOn(service.db, 'transaction').mockImplementation(() => {
    throw error;
  });
  const insert = vi.spyOn(service.db, 'insertInto').mockImplementation(() => {
    throw error;
  });
  return () => {
    transaction.mockRestore();
    insert.mockRestore();
  };
}

interface State {
  name: string;
  enter: () => unknown;
}

/** Not selected; not recorded in the audit log, for an unexpected reason; not recorded because of the disk. */
const REFUSED = [409, 500, 507];

const STATES: readonly State[] = [
  { name: 'a job is printing', enter: () => undefined },
  { name: 'nothing is selected', enter: () => post('printJob', {}) },
  { name: 'the disk is full', enter: () => refuseWrites(FULL) },
  { name: 'the disk was found full before', enter: () => (refuseWrites(FULL), service.controller.diskIsFull()) },
  { name: 'the disk is read-only', enter: () => (refuseWrites(READ_ONLY), service.controller.cannotWrite('disk-read-only')) },
  { name: 'another program holds the database', enter: () => refuseWrites(new Error('database is locked')) },
  { name: 'the clock is doubtful', enter: () => (ahead = 10 * YEAR) },
  {
    name: 'restored data wait for a person',
    enter: () => vi.spyOn(service.controller.recovery, 'isUnconfirmed', 'get').mockReturnValue(true),
  },
  { name: 'the controller is stopping', enter: () => service.controller.stopAccepting() },
  {
    name: 'drawing is down',
    enter: () => vi.spyOn(sharedDrawing, 'draw').mockRejectedValue(new Error('memory access out of bounds')),
  },
  {
    name: 'idempotency keys cannot be read',
    enter: () => vi.spyOn(IdempotencyKeys.prototype, 'begin').mockRejectedValue(new Error('the disk is damaged')),
  },
  {
    name: 'idempotency keys cannot be written',
    enter: () => {
      vi.spyOn(IdempotencyKeys.prototype, 'store').mockRejectedValue(new Error('no such table'));
      vi.spyOn(IdempotencyKeys.prototype, 'end').mockRejectedValue(new Error('no such table'));
    },
  },
];

describe('an abort', () => {
  it.each(STATES)('J6 is answered 204, and nothing is selected at once, while $name', async ({ enter }) => {
    await openPrinting();
    const engineAbort = vi.spyOn(service.controller.printers.get('Line 1').engine, 'abort');
    await enter();
    const { status: answer } = await post('abortPrint', undefined, { 'idempotency-key': randomUUID() });
    const { job, queue: waiting } = await status();
    const isStopped = engineAbort.mock.calls.length > 0;
    const { status: triggered } = await post('trigger');
    expect({ answer, job, waiting, queue: await queue(), isStopped, triggered: REFUSED.includes(triggered) }).toEqual({
      ...{ answer: 204, job: null, waiting: 0, queue: [], isStopped: true, triggered: true },
    });
  });

  it.each(STATES.slice(0, 5))('J6 is answered 204 to a deselection as well, while $name', async ({ enter }) => {
    await openPrinting();
    await enter();
    const { status: answer } = await post('printJob', {}, { 'idempotency-key': randomUUID() });
    expect({ answer, ...(await status()), queue: await queue() }).toMatchObject({ answer: 204, job: null, queue: [] });
  });

  it('J6 A8 is answered in safe mode too, where nothing else changes', async () => {
    await open({ isSafeMode: true });
    const abort = vi.spyOn(service.controller.printers.get('Line 1').engine, 'abort');
    const [aborted, selected] = [await post('abortPrint'), await post('printJob', {})];
    expect([aborted.status, abort.mock.calls.length, selected.status]).toEqual([204, 1, 503]);
  });

  it.each([
    ['on a full disk', FULL],
    ['while another program holds the database', new Error('database is locked')],
  ])('J6 %s is recorded with its idempotency key once that ends, before anything is selected', async (_words, error) => {
    await openPrinting();
    const end = refuseWrites(error);
    const key = { 'idempotency-key': randomUUID() };
    expect([(await post('abortPrint', undefined, key)).status, await storedStates()]).toEqual([204, ['queued', 'queued']]);
    const selected = await post('printJob', { labelData: textLabel('z') });
    end();
    await until(storedStates, (states) => states.every((state) => state === 'aborted'));
    await until(
      () => post('printJob', { labelData: textLabel('z') }),
      (answer) => answer.status === 200,
    );
    const repeated = await post('abortPrint', undefined, key);
    expect([REFUSED.includes(selected.status), repeated.status, (await status()).job === null]).toEqual([true, 204, false]);
  });

  it('J6 is published as an event although it cannot be recorded yet', async () => {
    await openPrinting();
    refuseWrites(FULL);
    const { events } = service.controller;
    const before = events.next;
    await post('abortPrint');
    const facts = Array.from({ length: events.next - before }, (_, index) => events.find(before + index)?.event);
    expect(facts).toContainEqual({ type: 'queue:changed', printer: 'Line 1' });
  });

  it('J6 is audited with its time and its status once the disk has space', async () => {
    await openPrinting();
    const key = await service.apiKeys.add({ name: 'Line', scopes: ['print'], printers: undefined });
    const end = refuseWrites(FULL);
    const { status: answer } = await post('abortPrint', undefined, { authorization: `Bearer ${key}` });
    end();
    const entries = async () =>
      ((await service.call('/api/v3/audit')).json as { entries: { operation: string; status?: number }[] }).entries;
    const isAbort = ({ operation }: { operation: string }) => operation.endsWith('abortPrint');
    const found = await until(entries, (all) => all.some(isAbort));
    const entry = found.find(isAbort);
    expect([answer, entry]).toMatchObject([204, { operation: 'POST /api/v3/printers/:name/abortPrint', status: 204, key: 'Line' }]);
  });

  it('J6 shows no queued job in the metrics, and hides none of another printer', async () => {
    await openPrinting();
    refuseWrites(FULL);
    await post('abortPrint');
    expect((await service.call('/metrics')).text).toContain('strobe_queued_jobs{printer="Line 1"} 0');
  });
});
