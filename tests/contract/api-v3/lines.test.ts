import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ControllerLineList, LineState } from '#contract/api-v3/controller-line.ts';
import type { TriggerResult } from '#contract/api-v3/print-job.ts';
import type { PrintsPage } from '#contract/api-v3/print.ts';
import type { PrinterStatus } from '#contract/api-v3/printer.ts';
import type { Signals } from '#contract/api-v3/signal-device.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';
import { untilHolds } from '#support/until-holds.ts';
import { ReaderEmulator } from '../../../electron/emulators/reader/reader-emulator.ts';

const PRINTER = 'printers/Line%201';
const PATH = 'lines/Filling';

let service: OpenService;
beforeEach(async () => {
  service = await openService({ virtualPrinters: 2, monotonicNow: () => performance.now() });
  await warm(service);
  await put('labels/Carton', textLabel('X'));
});
afterEach(() => service.close());

const call = (path: string, method: string, body?: unknown) =>
  service.call(`/api/v3/${path}`, { method, ...(body !== undefined && { body }), headers: { 'strobe-author': 'Ana' } });
const put = (path: string, body: unknown) => call(path, 'PUT', body);
const post = (path: string, body?: unknown) => call(path, 'POST', body);
const read = async <Body>(path: string) => (await call(path, 'GET')).json as Body;
const state = () => read<LineState>(`${PATH}/state`);
const status = () => read<PrinterStatus>(`${PRINTER}/status`);
const select = async () => expect(await post(`${PRINTER}/printJob`, { labelName: 'Carton' })).toMatchObject({ status: 200 });
const trigger = () => post(`${PRINTER}/trigger`);
const resume = (reason = 'looked at it') => post(`${PATH}/resume`, { reason });

async function addLine(line: object = {}): Promise<void> {
  expect(await put(PATH, { printers: ['Line 1'], ...line })).toMatchObject({ status: 201 });
}

/** A product passes that cannot be printed: the printer has no ink. */
async function missProduct(): Promise<void> {
  const { missedTriggers: before = 0 } = await status();
  expect((await trigger()).status).toBe(409);
  await untilHolds(async () => expect((await status()).missedTriggers).toBe(before + 1));
}

const coverOpen = () => post(`${PRINTER}/faults`, { fault: 'cover-open' });
const coverClosed = () => call(`${PRINTER}/faults/cover-open`, 'DELETE');
const untilStopped = (stop: object) => untilHolds(async () => expect(await state()).toMatchObject({ isStopped: true, stops: [stop] }));

async function printOne(): Promise<number> {
  const { prints: before } = await read<PrintsPage>('prints');
  await until(trigger, ({ json }) => (json as TriggerResult).result === 'printing');
  const { prints } = await until(
    () => read<PrintsPage>('prints?printer=Line%201'),
    (page) => page.prints.length > before.length && page.prints[0]?.state === 'printed',
  );
  return prints[0]!.id;
}

describe('lines', () => {
  it('are added, read, changed, renamed, listed with their readers and devices, and deleted', async () => {
    await addLine({ rules: { productsWithoutPrint: 3 } });
    await put('signalDevices/Rack', {
      connection: { kind: 'virtual' },
      inputs: [{ name: 'Photocell', channel: 0, function: { kind: 'product-detector', printer: 'Line 1' } }],
    });
    await put('readers/Camera', {
      connection: { mode: 'listen', port: 45_617 },
      printer: 'Line 1',
      arrival: { delay: 0, timeWindow: 1_000 },
    });
    expect(await read(PATH)).toMatchObject({ printers: ['Line 1'], unprintedProduct: 'automatic', rules: { productsWithoutPrint: 3 } });
    expect(await post(`${PATH}/rename`, { name: 'Hall 2' })).toMatchObject({ status: 204 });
    expect(await put('lines/Hall%202', { printers: ['Line 1', 'Line 2'] })).toMatchObject({ status: 204 });
    expect(await read<ControllerLineList>('lines')).toMatchObject([
      {
        name: 'Hall 2',
        line: { printers: ['Line 1', 'Line 2'] },
        readers: ['Camera'],
        signalDevices: ['Rack'],
        state: { isStopped: false, stops: [], standings: [] },
      },
    ]);
    expect(await call('lines/Hall%202', 'DELETE')).toMatchObject({ status: 204 });
    expect(await call('lines/Hall%202', 'GET')).toMatchObject({ status: 404 });
    expect(await read('lines')).toEqual([]);
  });

  it.each([
    [{ printers: ['Nix'] }, '/printers/0', 'there is no printer "Nix"'],
    [{ printers: ['Line 1', 'Line 1'] }, '/printers/1', 'is named already'],
    [{ printers: ['Line 2'] }, '/printers/0', '"Line 2" belongs to the line "Other" already'],
    [{ rules: { failedReads: 0 } }, '/rules/failedReads', 'must be at least 1'],
    [{ unprintedProduct: 'burn' }, '/unprintedProduct', 'must be one of automatic, reject, stop, ignore'],
  ])('refuse %j naming the field', async (line, pointer, detail) => {
    await put('lines/Other', { printers: ['Line 2'] });
    expect(await put(PATH, line)).toMatchObject({ status: 400, json: { errors: [{ pointer, detail }] } });
  });

  it('follow their printers when these are renamed and removed', async () => {
    await addLine({ printers: ['Line 1', 'Line 2'] });
    await post(`${PRINTER}/rename`, { name: 'Coder' });
    await untilHolds(async () => expect(await read(PATH)).toMatchObject({ printers: ['Coder', 'Line 2'] }));
    await call('printers/Line%202', 'DELETE');
    await untilHolds(async () => expect(await read(PATH)).toMatchObject({ printers: ['Coder'] }));
  });
});

describe('a line is stopped', () => {
  it('when products in a row pass without a print, and prints again when a person resumes it with a reason', async () => {
    await addLine({ rules: { productsWithoutPrint: 2 } });
    await select();
    await coverOpen();
    await missProduct();
    expect(await state()).toMatchObject({ isStopped: false, standings: [{ rule: 'products-without-print', count: 1, limit: 2 }] });
    await missProduct();
    await untilStopped({ rule: 'products-without-print', printer: 'Line 1', count: 2 });
    await coverClosed();
    await untilHolds(async () => expect(await status()).toMatchObject({ state: 'STARTED', ragStatus: 'RED' }));
    expect(await trigger()).toMatchObject({ status: 409, json: { type: expect.stringContaining('line-stopped') as string } });
    expect(await post(`${PATH}/resume`, { reason: ' ' })).toMatchObject({ status: 400 });
    expect(await resume('the cover was open')).toMatchObject({ status: 204 });
    expect(await trigger()).toMatchObject({ status: 202 });
    expect(await resume()).toMatchObject({ status: 204 });
    expect(await read(`${PATH}/endedStops`)).toMatchObject([
      { rule: 'products-without-print', count: 2, endedBy: 'Ana', reason: 'the cover was open' },
    ]);
  });

  it('for all its printers, and for no other', async () => {
    await addLine({ printers: ['Line 1', 'Line 2'], rules: { productsWithoutPrint: 1 } });
    await select();
    await post('printers/Line%202/printJob', { labelName: 'Carton' });
    await coverOpen();
    await missProduct();
    await untilStopped({ rule: 'products-without-print' });
    expect(await post('printers/Line%202/trigger')).toMatchObject({ status: 409 });
    await put(PATH, { printers: ['Line 1'] });
    expect(await post('printers/Line%202/trigger')).toMatchObject({ status: 202 });
    expect(await post(`${PRINTER}/abortPrint`)).toMatchObject({ status: 204 });
    expect(await state()).toMatchObject({ isStopped: true });
  });

  it('when a person finds the first print wrong', async () => {
    await addLine({ rules: { firstPrintWrong: true } });
    await select();
    const printId = await printOne();
    await post(`${PRINTER}/job/firstPrintCheck`, { printId, verdict: 'wrong', note: '' });
    await untilStopped({ rule: 'first-print-wrong', printer: 'Line 1' });
  });

  it('when it is unknown whether a print was made', async () => {
    const slow = { engine: { kind: 'virtual', warmUp: 0 }, dpi: 100, physicalWidth: 60, height: 30, lineSpeed: 1 };
    await put(PRINTER, { ...slow, slices: [{ phs: ['PH1'], inkSupplies: ['IS1'] }] });
    await untilHolds(async () => expect(await status()).toMatchObject({ state: 'STARTED' }));
    await addLine({ rules: { unknownPrint: true } });
    await select();
    await trigger();
    await post(`${PRINTER}/faults`, { fault: 'power-cut', seconds: 0.1 });
    await untilStopped({ rule: 'unknown-print', printer: 'Line 1' });
  });

  it('when the count of the device and the ledger differ', async () => {
    await addLine({ rules: { countDiffers: true } });
    await select();
    await printOne();
    await post(`${PRINTER}/faults`, { fault: 'count-jump' });
    await printOne();
    await untilStopped({ rule: 'count-differs', printer: 'Line 1' });
  });

  it('when a printer with a job cannot print for too long', async () => {
    await addLine({ rules: { staleData: 1 } });
    await select();
    await coverOpen();
    await untilStopped({ rule: 'stale-data', printer: 'Line 1', count: 1 });
  });

  it('when a reader fails to verify products in a row', async () => {
    const reader = new ReaderEmulator();
    await reader.start();
    await put('labels/Coded', { format: 3, width: 50, height: 20, objs: [{ type: 'DataMatrix', name: 'Code', x: 2, y: 2, text: 'SN1' }] });
    await put('readers/Camera', {
      connection: { mode: 'connect', host: '127.0.0.1', port: reader.port, noReadTexts: ['NOREAD'] },
      printer: 'Line 1',
      arrival: { delay: 0, timeWindow: 60_000 },
    });
    await untilHolds(async () => expect(await read('readers')).toMatchObject([{ state: 'connected' }]));
    await addLine({ rules: { failedReads: 2 } });
    await post(`${PRINTER}/printJob`, { labelName: 'Coded' });
    for (const mishap of [undefined, 'no-read', 'wrong-code'] as const) {
      await printOne();
      await untilHolds(async () => expect(await read('readers')).toMatchObject([{ underway: 1 }]));
      if (mishap) reader.prepare(mishap);
      reader.show('SN1');
      await untilHolds(async () => expect(await read('readers')).toMatchObject([{ underway: 0 }]));
    }
    await untilStopped({ rule: 'failed-reads', printer: 'Line 1', count: 2 });
    await reader.stop();
  });

  it('from outside while the input is on', async () => {
    await addLine();
    await select();
    await put('signalDevices/Rack', {
      connection: { kind: 'virtual' },
      inputs: [{ name: 'Guard', channel: 0, function: { kind: 'external-stop', printer: 'Line 1' } }],
      outputs: [{ name: 'Stop', channel: 0, condition: 'line-stopped', printer: 'Line 1' }],
    });
    await post('signalDevices/Rack/inputs/0/set', { on: true });
    await untilStopped({ rule: 'external-stop', input: 'Guard' });
    await untilHolds(async () => expect((await read<Signals>('signalDevices/Rack/signals')).outputs[0]).toMatchObject({ isOn: true }));
    expect(await trigger()).toMatchObject({ status: 409, json: { detail: expect.stringContaining('"Guard"') as string } });
    expect(await resume()).toMatchObject({ status: 409 });
    await post('signalDevices/Rack/inputs/0/set', { on: false });
    await untilHolds(async () => expect(await trigger()).toMatchObject({ status: 202 }));
  });
});

describe('a product without a print', () => {
  const device = (condition: string) => ({
    connection: { kind: 'virtual' },
    outputs: [{ name: 'Act', channel: 0, condition, printer: 'Line 1', minimum: 60_000 }],
  });
  const output = async () => (await read<Signals>('signalDevices/Rack/signals')).outputs[0];

  it('is rejected where an output does that', async () => {
    await put('signalDevices/Rack', device('reject'));
    await addLine();
    await select();
    await coverOpen();
    await missProduct();
    await untilHolds(async () => expect(await output()).toMatchObject({ isOn: true }));
    expect(await state()).toMatchObject({ isStopped: false });
  });

  it('stops the line where only that has an output', async () => {
    await put('signalDevices/Rack', device('line-stopped'));
    await addLine();
    await select();
    await coverOpen();
    await missProduct();
    await untilStopped({ rule: 'products-without-print', count: 1 });
    await untilHolds(async () => expect(await output()).toMatchObject({ isOn: true }));
  });

  it('does neither without a job, and where the line ignores it', async () => {
    await put('signalDevices/Rack', device('line-stopped'));
    await addLine();
    await missProduct();
    await put(PATH, { printers: ['Line 1'], unprintedProduct: 'ignore' });
    await select();
    await coverOpen();
    await missProduct();
    expect(await state()).toMatchObject({ isStopped: false });
    expect(await output()).toMatchObject({ isOn: false });
  });
});
