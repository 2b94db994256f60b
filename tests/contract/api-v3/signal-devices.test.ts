import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MissedTriggersPage } from '#contract/api-v3/missed-trigger.ts';
import type { Signals } from '#contract/api-v3/signal-device.ts';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';
import { untilHolds } from '#support/until-holds.ts';

const PATH = '/api/v3/signalDevices/Rack';
const PRINTER = '/api/v3/printers/Line%201';
const VIRTUAL = { kind: 'virtual', inputCount: 4, outputCount: 4 };
const DETECTOR = { name: 'Photocell', channel: 0, function: { kind: 'product-detector', printer: 'Line 1' } };
const WITHOUT_COUNTERS = { connection: { kind: 'modbus', host: '127.0.0.1', profile: 'wago-750' } };

let service: OpenService;
beforeEach(async () => {
  service = await openService({ virtualPrinters: 1 });
  await untilHolds(async () => expect((await service.call(`${PRINTER}/status`)).json).toMatchObject({ state: 'STARTED' }));
});
afterEach(() => service.close());

async function add(device: object): Promise<void> {
  expect(await service.call(PATH, { method: 'PUT', body: { connection: VIRTUAL, ...device } })).toMatchObject({ status: 201 });
}
const signals = async () => (await service.call(`${PATH}/signals`)).json as Signals;
const post = (path: string, body: object) => service.call(`${PATH}/${path}`, { method: 'POST', body });
const set = async (channel: number, on: boolean) => expect(await post(`inputs/${channel}/set`, { on })).toMatchObject({ status: 204 });
async function pass(channel = 0): Promise<void> {
  await set(channel, true);
  await set(channel, false);
}
async function select(): Promise<void> {
  await service.call('/api/v3/labels/Carton', { method: 'PUT', body: textLabel('X') });
  expect(await service.call(`${PRINTER}/printJob`, { method: 'POST', body: { labelName: 'Carton' } })).toMatchObject({ status: 200 });
}
const printed = async () => ((await service.call(`${PRINTER}/printCounters`)).json as { printedLabels: number }).printedLabels;
const untilOutput = (channel: number, isOn: boolean) =>
  untilHolds(async () => expect((await signals()).outputs[channel]).toMatchObject({ channel, isOn }));

describe('a product detector on an input of the line', () => {
  it.each([false, true])('prints once for each product (with the counter of the module: %s)', async (useCounter) => {
    await add({ inputs: [{ ...DETECTOR, function: { ...DETECTOR.function, useCounter } }] });
    await select();
    for (const product of [1, 2, 3]) {
      await pass();
      await untilHolds(async () => expect(await printed()).toBe(product));
    }
    expect((await signals()).inputs[0]).toMatchObject({ products: 3, missed: 0 });
  });

  it('logs a product as missed when nothing is selected', async () => {
    await add({ inputs: [DETECTOR] });
    await pass();
    await untilHolds(async () => {
      const { missedTriggers, total } = (await service.call(`${PRINTER}/missedTriggers`)).json as MissedTriggersPage;
      expect(missedTriggers).toMatchObject([{ reason: expect.stringContaining('selected') as string }]);
      expect(total).toBe(1);
    });
  });

  it('has the new name of its printer after a renaming', async () => {
    await add({ inputs: [DETECTOR] });
    expect(await service.call(`${PRINTER}/rename`, { method: 'POST', body: { name: 'Coder' } })).toMatchObject({ status: 204 });
    expect((await service.call(PATH)).json).toMatchObject({ inputs: [{ function: { printer: 'Coder' } }] });
  });
});

describe('inputs that select a job by its number', () => {
  it('select it when the strobe comes', async () => {
    await service.call('/api/v3/labels/Carton', { method: 'PUT', body: textLabel('X') });
    const bit = (channel: number) => ({
      ...{ name: `Bit ${channel}`, channel, function: { kind: 'job-number-bit', printer: 'Line 1', bit: channel } },
    });
    await add({
      inputs: [bit(0), bit(1), { name: 'Take', channel: 2, function: { kind: 'job-number-strobe', printer: 'Line 1' } }],
      jobs: [{ printer: 'Line 1', number: 3, labelName: 'Carton' }],
    });
    await set(0, true);
    await set(1, true);
    await pass(2);
    await untilHolds(async () => expect((await service.call(`${PRINTER}/status`)).json).toMatchObject({ job: { label: 'Carton' } }));
  });
});

describe('outputs', () => {
  it('follow their conditions', async () => {
    await add({
      outputs: [
        { name: 'Power', channel: 0, condition: 'always' },
        { name: 'Job', channel: 1, condition: 'job-selected', printer: 'Line 1' },
        { name: 'No job', channel: 2, condition: 'job-selected', invert: true },
      ],
    });
    await untilOutput(0, true);
    await untilOutput(1, false);
    await untilOutput(2, true);
    await select();
    await untilOutput(1, true);
    await untilOutput(2, false);
  });

  it('tell that all prints of a job are made', async () => {
    await add({ inputs: [DETECTOR], outputs: [{ name: 'Done', channel: 0, condition: 'count-reached', printer: 'Line 1' }] });
    await service.call('/api/v3/labels/Carton', { method: 'PUT', body: textLabel('X') });
    await service.call(`${PRINTER}/printJob`, { method: 'POST', body: { labelName: 'Carton', copies: 1 } });
    await untilOutput(0, false);
    await pass();
    await untilOutput(0, true);
  });

  it('are forced for a test, and released', async () => {
    await add({ outputs: [{ name: 'Horn', channel: 3, condition: 'red' }] });
    expect(await post('outputs/3/force', { on: true, forMs: 60_000 })).toMatchObject({ status: 204 });
    await untilOutput(3, true);
    expect((await signals()).outputs[3]?.forcedFor).toBeGreaterThan(0);
    expect(await service.call(`${PATH}/outputs/3/force`, { method: 'DELETE' })).toMatchObject({ status: 204 });
    await untilOutput(3, false);
  });
});

describe('a signal device', () => {
  it('is read as it was stored, and deleted', async () => {
    await add({ inputs: [DETECTOR] });
    expect((await service.call(PATH)).json).toMatchObject({ connection: VIRTUAL, inputs: [{ ...DETECTOR, debounce: 0 }] });
    expect((await service.call('/api/v3/signalDevices')).json).toMatchObject([{ name: 'Rack', contact: { isConnected: true } }]);
    expect(await service.call(PATH, { method: 'DELETE' })).toMatchObject({ status: 204 });
    expect(await service.call(PATH)).toMatchObject({ status: 404 });
    expect(await service.call(`${PATH}/signals`)).toMatchObject({ status: 404 });
  });

  it.each([
    ['/inputs/0/function/printer', { inputs: [{ ...DETECTOR, function: { kind: 'product-detector', printer: 'Nowhere' } }] }],
    ['/inputs/0/channel', { inputs: [{ ...DETECTOR, channel: 4 }] }],
    ['/inputs/1/channel', { inputs: [DETECTOR, { ...DETECTOR, name: 'Other' }] }],
    ['/outputs/0/minimum', { outputs: [{ name: 'Reject', channel: 0, condition: 'reject', minimum: 0 }] }],
    [
      '/inputs/0/function/useCounter',
      { ...WITHOUT_COUNTERS, inputs: [{ ...DETECTOR, function: { ...DETECTOR.function, useCounter: true } }] },
    ],
    ['/connection/registers', { connection: { kind: 'modbus', host: 'x', profile: 'generic', outputCount: 0 } }],
  ])('is refused with a fault at %s', async (pointer, device) => {
    const answer = await service.call(PATH, { method: 'PUT', body: { connection: VIRTUAL, ...device } });
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ pointer }] } });
  });

  it('that does not exist says so in a test', async () => {
    const body = { connection: { kind: 'modbus', host: '127.0.0.1', port: 1, profile: 'moxa-e1200' } };
    const answer = await service.call('/api/v3/signalDevices/test', { method: 'POST', body });
    expect(answer).toMatchObject({ status: 200, json: { reachable: false, reason: expect.stringContaining('ECONNREFUSED') as string } });
  });

  it('that is not virtual has inputs that only the line sets', async () => {
    await add({ connection: { kind: 'modbus', host: '127.0.0.1', port: 1, profile: 'moxa-e1200' } });
    expect(await post('inputs/0/set', { on: true })).toMatchObject({ status: 409 });
  });
});
