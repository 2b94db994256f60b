import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PlantNumbers } from '#contract/api-v3/plant-counter.ts';
import { openEmbedded } from '#plant/database/embedded-connections.ts';
import { migratePlant } from '#plant/database/migrate-plant.ts';
import { PlantServer } from '#plant/http/plant-server.ts';
import { Plant } from '#plant/plant.ts';
import { Cable } from '#support/cable.ts';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';

const log = pino({ level: 'silent' });
const resources = new AsyncDisposableStack();
const services: OpenService[] = [];
let plant: Plant;
let url = '';
let key = '';

/** Two controllers and a plant, over HTTP. */
beforeAll(async () => {
  const connections = await openEmbedded();
  resources.defer(() => connections.close());
  await migratePlant(connections, { isAllowed: true });
  plant = new Plant({ connections, now: () => Date.now(), log });
  resources.defer(() => plant.stop());
  key = await plant.keys.add({ name: 'lines', scopes: ['report'] });
  const server = await PlantServer.create({ plant, version: '', host: '127.0.0.1', names: [], newId: randomUUID, log });
  resources.defer(() => server.close(1_000));
  url = await server.listen(0);
  await plant.counters.put('Case', { next: 500, last: 100_000, description: '' });
  for (let index = 0; index < 2; index += 1) {
    const service = await openService();
    resources.defer(() => service.close());
    services.push(service);
  }
});

afterAll(() => resources.disposeAsync());

interface Call {
  body?: unknown;
  headers?: Record<string, string>;
}

const call = (service: OpenService, request: string, { body, headers }: Call = {}) => {
  const [method = '', path = ''] = request.split(' ');
  return service.call(`/api/v3/${path}`, { method, ...(body !== undefined && { body }), ...(headers && { headers }) });
};

const numbers = async (service: OpenService) => (await call(service, 'GET counters/Serial/plant')).json as PlantNumbers;

const select = (service: OpenService) => call(service, 'POST printers/Line%201/printJob', { body: { labelName: 'Case' } });

async function trigger(service: OpenService): Promise<number> {
  return (await call(service, 'POST printers/Line%201/trigger')).status;
}

async function printedNumbers(service: OpenService): Promise<number[]> {
  const { prints } = (await call(service, 'GET prints')).json as { prints: { counters: { value: number }[] }[] };
  return prints.flatMap((print) => print.counters.map(({ value }) => value)).sort((a, b) => a - b);
}

it('gives two controllers different numbers, which they print without the plant, and says why there is none', async () => {
  for (const service of services) {
    await call(service, 'PUT counters/Serial', { body: { value: 7 } });
    expect(await call(service, 'PUT counters/Serial/plant', { body: { counter: 'Case' } })).toMatchObject({ status: 204 });
    expect(await numbers(service)).toEqual({ counter: 'Case', left: 0, reason: 'The connection to the plant is off.' });
    await call(service, 'PUT labels/Case', { body: textLabel('{COUNTER;Serial}') });
    expect(await select(service)).toMatchObject({ status: 409, json: { type: 'urn:strobe:problem:serials-used-up' } });
    await call(service, 'PUT settings/plant', { body: { isEnabled: true, url, key } });
    await until(
      () => numbers(service),
      ({ left }) => left === 2_000,
    );
    await call(service, 'PUT settings/plant', { body: { isEnabled: false, url } });
    expect((await select(service)).status).toBe(200);
    for (let print = 0; print < 3; print += 1) expect(await trigger(service)).toBe(202);
  }
  const printed = await Promise.all(services.map(printedNumbers));
  expect(printed.map(([first = 0, ...more]) => more.map((value) => value - first))).toEqual([
    [1, 2],
    [1, 2],
  ]);
  expect(new Set(printed.flat()).size).toBe(6);
});

it('refuses the trigger after the last number, with the reason', async () => {
  const [service] = services;
  if (!service) throw new Error('There is no controller.');
  await plant.counters.put('Few', { next: 1, last: 2, description: '' });
  await call(service, 'PUT settings/plant', { body: { isEnabled: true, url, key } });
  await call(service, 'PUT counters/Serial/plant', { body: { counter: 'Few' } });
  await until(
    () => numbers(service),
    ({ counter, left }) => counter === 'Few' && left === 2,
  );
  expect([await trigger(service), await trigger(service)]).toEqual([202, 202]);
  expect(await call(service, 'POST printers/Line%201/trigger')).toMatchObject({
    status: 409,
    json: {
      type: 'urn:strobe:problem:serials-used-up',
      detail: 'The counter "Serial" has no number left: its numbers come from the plant.',
    },
  });
  await until(
    () => numbers(service),
    ({ reason }) => reason === 'The plant answered 409: The counter "Few" of the plant has no number left.',
  );
  await call(service, 'PUT counters/Serial/plant', { body: { counter: 'Case' } });
  await until(
    () => numbers(service),
    ({ left }) => left > 0,
  );
  expect(await trigger(service)).toBe(202);
});

it('lets one of two clients win, and gives a counter numbers of its own again', async () => {
  const [service] = services;
  if (!service) throw new Error('There is no controller.');
  const seen = String((await call(service, 'GET counters/Serial/plant')).headers['etag']);
  expect(await trigger(service)).toBe(202);
  expect(await call(service, 'DELETE counters/Serial/plant', { headers: { 'if-match': seen } })).toMatchObject({ status: 412 });
  expect(await call(service, 'PUT counters/Serial/plant', { body: { counter: 'Pallet' }, headers: { 'if-match': seen } })).toMatchObject({
    status: 412,
  });
  expect(await call(service, 'DELETE counters/Serial/plant')).toMatchObject({ status: 204 });
  expect(await call(service, 'GET counters/Serial/plant')).toMatchObject({ status: 404 });
  expect(await call(service, 'DELETE counters/Serial/plant')).toMatchObject({ status: 404 });
  expect(await call(service, 'PUT counters/None/plant', { body: { counter: 'Case' } })).toMatchObject({ status: 404 });
  expect(await trigger(service)).toBe(202);
});

it('is told when the plant does not know the address of a proxy as its own', async () => {
  const [service] = services;
  if (!service) throw new Error('There is no controller.');
  const proxy = new Cable(() => Number(new URL(url).port));
  await proxy.plugIn();
  try {
    const body = { isEnabled: true, url: `http://127.0.0.1:${proxy.port}`, key };
    expect((await call(service, 'POST plant/test', { body })).json).toEqual({
      isAccepted: false,
      reason: 'The plant does not know this address as its own: start the plant with --public-name and the name, with the port of a proxy.',
    });
  } finally {
    await proxy.unplug();
  }
});
