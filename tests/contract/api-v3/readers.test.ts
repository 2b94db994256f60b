import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PrintCounters } from '#contract/api-v3/print-counters.ts';
import type { TriggerResult } from '#contract/api-v3/print-job.ts';
import type { PrintDetail, PrintsPage } from '#contract/api-v3/print.ts';
import type { LineReader, ReaderResultsPage, ReaderTest, ScanCheckResult } from '#contract/api-v3/reader.ts';
import { ReaderEmulator } from '../../../electron/emulators/reader/reader-emulator.ts';
import { freePort } from '#support/free-port.ts';
import { openService, warm, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';

const PRINTER = 'printers/Line%201';
const LABEL = { format: 3, width: 50, height: 20, objs: [{ type: 'DataMatrix', name: 'Code', x: 2, y: 2, text: 'SN{COUNTER;serial}' }] };

let service: OpenService;
let emulator: ReaderEmulator;

beforeEach(async () => {
  service = await openService({ virtualPrinters: 2, monotonicNow: () => performance.now() });
  emulator = new ReaderEmulator();
  await emulator.start();
  await put('counters/serial', { value: 1 });
  await put('labels/Carton', LABEL);
  await warm(service);
  await post(`${PRINTER}/printJob`, { labelName: 'Carton' });
});
afterEach(async () => {
  await service.close();
  await emulator.stop();
});

const put = (path: string, body: unknown) => service.call(`/api/v3/${path}`, { method: 'PUT', body });
const post = (path: string, body?: unknown) => service.call(`/api/v3/${path}`, { method: 'POST', ...(body !== undefined && { body }) });
const read = async <Body>(path: string) => (await service.call(`/api/v3/${path}`)).json as Body;

/** A reader by time, so that the test says when a product is at the reader. */
function configuration(changes: object = {}) {
  return {
    connection: { mode: 'connect', host: '127.0.0.1', port: emulator.port, noReadTexts: ['NOREAD'] },
    printer: 'Line 1',
    arrival: { delay: 0, timeWindow: 60_000 },
    ...changes,
  };
}

async function addReader(changes: object = {}): Promise<void> {
  expect(await put('readers/Camera', configuration(changes))).toMatchObject({ status: 201 });
  await state('connected');
}

async function state(wanted: LineReader['state']): Promise<LineReader> {
  const list = await until(
    () => read<LineReader[]>('readers'),
    ([reader]) => reader?.state === wanted,
  );
  return list[0]!;
}

/** Makes a print, and waits until it is on its way to the reader. Returns its id. */
async function print(): Promise<number> {
  await until(
    () => post(`${PRINTER}/trigger`),
    ({ json }) => (json as TriggerResult).result === 'printing',
  );
  const page = await until(
    () => read<PrintsPage>('prints?limit=1'),
    ({ prints: [newest] }) => newest?.state === 'printed',
  );
  return page.prints[0]!.id;
}

function verdictOn(id: number): Promise<PrintDetail> {
  return until(
    () => read<PrintDetail>(`prints/${id}`),
    ({ verification }) => verification !== undefined,
  );
}

describe('the result of a reader', () => {
  it('verifies the print with its code', async () => {
    await addReader();
    const id = await print();
    emulator.show('SN1');
    expect(await verdictOn(id)).toMatchObject({ verification: 'verified', verificationResult: { reader: 'Camera', read: 'SN1' } });
  });

  it.each([
    ['wrong-code', 'mismatch', { expected: 'SN1', read: 'SN7' }],
    ['no-read', 'not-read', { expected: 'SN1' }],
  ] as const)('with %s makes it %s', async (mishap, verification, result) => {
    await addReader();
    const id = await print();
    emulator.prepare(mishap);
    emulator.show('SN1');
    expect(await verdictOn(id)).toMatchObject({ verification, verificationResult: result });
  });

  it('of another print is never moved to the print that has this code', async () => {
    // Both prints are within the window: the order decides, and the codes are exchanged.
    await addReader();
    const first = await print();
    emulator.show('SN2');
    expect(await verdictOn(first)).toMatchObject({ verification: 'mismatch' });
    const second = await print();
    emulator.show('SN1');
    expect(await verdictOn(second)).toMatchObject({ verification: 'mismatch' });
  });

  it('keeps the grade', async () => {
    await addReader({ connection: { ...configuration().connection, pattern: '^(?<code>[^;]+);(?<grade>.)$' } });
    const id = await print();
    emulator.send('SN1;B\r\n');
    expect(await verdictOn(id)).toMatchObject({ verification: 'verified', verificationResult: { grade: 'B' } });
  });

  it('that belongs to no print is kept as unmatched', async () => {
    await addReader();
    emulator.show('SN99');
    const page = await until(
      () => read<ReaderResultsPage>('readers/Camera/results?verdict=unmatched'),
      ({ results }) => results.length > 0,
    );
    expect(page).toMatchObject({ results: [{ verdict: 'unmatched', read: 'SN99', reason: 'early-or-late' }], next: null });
  });

  it('goes to no print that was unknown: its product passed at another time than a person has found it', async () => {
    const engine = { kind: 'virtual', warmUp: 0 };
    await put('printers/Slow', { engine, dpi: 100, physicalWidth: 60, height: 30, lineSpeed: 1 });
    await post('printers/Slow/printJob', { labelName: 'Carton' });
    await addReader({ printer: 'Slow' });
    await until(
      () => post('printers/Slow/trigger'),
      ({ json }) => (json as TriggerResult).result === 'printing',
    );
    const [{ id } = { id: 0 }] = (await read<PrintsPage>('prints?limit=1')).prints;
    await post('printers/Slow/faults', { fault: 'power-cut', seconds: 600 });
    expect(await post('printers/Slow/abortPrint')).toMatchObject({ status: 502 });
    expect((await post(`prints/${id}/resolution`, { outcome: 'printed', reason: 'found it' })).status).toBe(204);
    emulator.show('SN1');
    const { results } = await until(
      () => read<ReaderResultsPage>('readers/Camera/results'),
      (page) => page.results.length > 0,
    );
    expect(results).toMatchObject([{ verdict: 'unmatched', reason: 'early-or-late', read: 'SN1' }]);
    expect(await read<PrintDetail>(`prints/${id}`)).not.toHaveProperty('verification');
  });

  it('is in the search, the counts, the history and the metrics', async () => {
    await addReader();
    for (const mishap of [undefined, 'wrong-code', 'no-read'] as const) {
      const id = await print();
      if (mishap) emulator.prepare(mishap);
      emulator.show(`SN${id}`);
      await verdictOn(id);
    }
    expect((await read<PrintsPage>('prints?verification=mismatch')).prints.map(({ id }) => id)).toEqual([2]);
    expect((await read<PrintsPage>('prints?verification=verified')).prints.map(({ id }) => id)).toEqual([1]);
    const counted = { verified: 1, misread: 0, mismatch: 1, notRead: 1 };
    expect((await read<PrintCounters>(`${PRINTER}/printCounters`)).verification).toEqual(counted);
    expect((await state('connected')).recent).toEqual(counted);
    const { notVerified = [] } = await read<{ notVerified?: number[] }>(`${PRINTER}/printHistory?resolution=DAYS`);
    expect(notVerified.reduce((sum, count) => sum + count, 0)).toBe(2);
    const { text } = await service.call('/metrics');
    expect(text).toContain('strobe_verifications_total{printer="Line 1",verdict="not-read"} 1');
    const csv = await service.call('/api/v3/prints/export?verification=mismatch');
    expect(csv.text).toMatch(/verification/);
    expect(csv.text).toMatch(/mismatch/);
  });
});

describe('the warnings of a printer', () => {
  const errors = async () => (await read<{ errors: string[] }>(`${PRINTER}/status`)).errors;

  it('name a reader that is not connected', async () => {
    await addReader();
    expect(await errors()).toEqual([]);
    await emulator.stop();
    await state('waiting');
    expect(await errors()).toEqual([expect.stringMatching(/^The reader "Camera" is not connected: /)]);
    await emulator.start();
    await state('connected');
    expect(await errors()).toEqual([]);
  });

  it('say when a limit is exceeded, until good prints follow', async () => {
    await addReader({ limits: { consecutive: 1 } });
    const wrong = await print();
    emulator.show('OTHER');
    await verdictOn(wrong);
    expect(await errors()).toEqual(['The reader "Camera" did not verify 1 of the last 1 products.']);
    const right = await print();
    emulator.show(`SN${right}`);
    await verdictOn(right);
    expect(await errors()).toEqual([]);
  });
});

describe('a reader', () => {
  it('is read as it can be written, and belongs to one printer', async () => {
    await addReader();
    expect(await read('readers/Camera')).toMatchObject(configuration());
    expect(await put('readers/Camera', await read('readers/Camera'))).toMatchObject({ status: 204 });
    expect(await put('readers/Second', configuration())).toMatchObject({ status: 409, json: { type: 'urn:strobe:problem:in-use' } });
    expect(await put('readers/Second', configuration({ printer: 'Nowhere' }))).toMatchObject({ status: 404 });
    expect(await service.call('/api/v3/readers/Camera', { method: 'DELETE' })).toMatchObject({ status: 204 });
    expect(await read('readers')).toEqual([]);
  });

  it.each([
    ['without an address', { connection: { mode: 'connect', port: 1 } }, '/connection/host'],
    ['with a pattern without a code', { connection: { mode: 'listen', port: 1, pattern: '(.*)' } }, '/connection/pattern'],
    ['that rejects before the last result', { rejectAfter: 10 }, '/rejectAfter'],
  ])('%s is refused at its field', async (_, changes, pointer) => {
    expect(await put('readers/Camera', configuration(changes))).toMatchObject({ status: 400, json: { errors: [{ pointer }] } });
  });

  it('follows its printer to its new name', async () => {
    await addReader();
    await post(`${PRINTER}/abortPrint`);
    const { status, text } = await post(`${PRINTER}/rename`, { name: 'Packing' });
    expect({ status, text }).toEqual({ status: 204, text: '' });
    const list = await until(
      () => read<LineReader[]>('readers'),
      ([reader]) => reader?.printer === 'Packing' && reader.state === 'connected',
    );
    expect(list).toHaveLength(1);
  });

  it('is tested before and after it is stored', async () => {
    const answering = setInterval(() => emulator.send('SN5\r\n'), 20);
    const test = async (path: string, body?: object) => (await post(path, body)).json as ReaderTest;
    try {
      const found = { isReachable: true, understood: 'code', code: 'SN5', line: 'SN5' };
      expect(await test('readers/test', configuration())).toEqual(found);
      await addReader();
      expect(await test('readers/Camera/test')).toEqual(found);
    } finally {
      clearInterval(answering);
    }
    await emulator.stop();
    expect(await test('readers/test', configuration())).toMatchObject({ isReachable: false });
  });

  it('gets the trigger text when a product is near', async () => {
    await addReader({ connection: { ...configuration().connection, triggerText: 'LON{cr}' } });
    await print();
    await until(
      async () => emulator.received,
      (received) => received === 'LON\r',
    );
  });

  it('may connect to the controller, and a new connection replaces a dead one', async () => {
    const port = await freePort();
    expect(await put('readers/Camera', configuration({ connection: { mode: 'listen', port } }))).toMatchObject({ status: 201 });
    const dead = await connected(port);
    await state('connected');
    const alive = await connected(port);
    await once(dead, 'close');
    const id = await print();
    alive.write('SN1\n');
    expect(await verdictOn(id)).toMatchObject({ verification: 'verified' });
    alive.destroy();
  });
});

/** A connection to the controller, which may not listen yet. */
async function connected(port: number): Promise<Socket> {
  const attempt = () =>
    new Promise<Socket | undefined>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => resolve(undefined));
      socket.once('connect', () => resolve(socket));
    });
  return (await until(attempt, (socket) => socket !== undefined))!;
}

describe('a check with a hand scanner', () => {
  const scan = async (body: object) => (await post(`${PRINTER}/scanCheck`, body)).json as ScanCheckResult;

  it('compares the newest print, and gives one verdict to each', async () => {
    const id = await print();
    expect(await scan({ text: 'SN1' })).toEqual({ verdict: 'verified', print: id, expected: 'SN1', read: 'SN1' });
    expect(await scan({ text: 'SN1' })).toMatchObject({ verdict: 'unmatched', reason: 'early-or-late' });
    expect(await verdictOn(id)).toMatchObject({ verification: 'verified', verificationResult: { reader: '' } });
  });

  it('compares the oldest of several, in their order', async () => {
    const ids = [await print(), await print()];
    expect(await scan({ text: 'SN1', among: 10 })).toMatchObject({ verdict: 'verified', print: ids[0] });
    expect(await scan({ text: 'SN1', among: 10 })).toMatchObject({ verdict: 'mismatch', print: ids[1], expected: 'SN2' });
  });
});
