import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PrinterStatus } from '#contract/api-v3/printer.ts';
import { openEmbedded } from '#plant/database/embedded-connections.ts';
import { migratePlant } from '#plant/database/migrate-plant.ts';
import { PlantServer } from '#plant/http/plant-server.ts';
import { Plant } from '#plant/plant.ts';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';

const log = pino({ level: 'silent' });
const resources = new AsyncDisposableStack();
const services: OpenService[] = [];
const ROWS = 24;
let plant: Plant;
let url = '';
let key = '';

/** Two controllers with the same table, and a plant, over HTTP. */
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
  for (let index = 0; index < 2; index += 1) {
    const service = await openService();
    resources.defer(() => service.close());
    services.push(service);
    await call(service, 'PUT labels/Row', textLabel('{TABLE;Id}'));
    const rows = Array.from({ length: ROWS }, (_, row) => [`row ${row}`]);
    await call(service, 'PUT tables/Rows', { columns: ['Id'], rows });
  }
});

afterAll(() => resources.disposeAsync());

const call = (service: OpenService, request: string, body?: unknown) => {
  const [method = '', path = ''] = request.split(' ');
  return service.call(`/api/v3/${path}`, { method, ...(body !== undefined && { body }) });
};

const select = (service: OpenService, changes: object = {}) =>
  call(service, 'POST printers/Line%201/printJob', {
    ...{ labelName: 'Row', tableName: 'Rows', rowAllocation: 'shared', scope: 'plant', rowRun: 'Order 7' },
    ...changes,
  });

const jobOf = async (service: OpenService) => ((await call(service, 'GET printers/Line%201/status')).json as PrinterStatus).job;

async function printedRows(service: OpenService): Promise<number[]> {
  const prints = await service.db.selectFrom('prints').select('row').where('state', '=', 'printed').execute();
  return prints.map(({ row }) => row ?? -1);
}

it.each([
  [{ scope: 'plant', rowRun: undefined }, '/rowRun: rows that are shared over the plant need the name of a run'],
  [{ scope: undefined }, '/rowRun: needs the scope plant'],
  [{ rowAllocation: undefined, rowRun: undefined, scope: 'controller' }, '/scope: needs rowAllocation shared'],
  [{ rowAllocation: undefined }, '/scope: needs rowAllocation shared'],
])('refuses the selection %j', async (changes, detail) => {
  const [service] = services;
  if (!service) throw new Error('There is no controller.');
  expect(await select(service, changes)).toMatchObject({ status: 400, json: { detail } });
});

it('gives each row to one of two controllers, and ends the jobs of both when all are printed', async () => {
  const [one, other] = services;
  if (!one || !other) throw new Error('There are no controllers.');
  expect((await select(one)).status).toBe(200);
  expect(await call(one, 'POST printers/Line%201/trigger')).toMatchObject({
    status: 409,
    json: {
      type: 'urn:strobe:problem:rows-used-up',
      detail: 'This line has no row of the run "Order 7" left to print. More come when the plant can be reached.',
    },
  });
  expect((await select(other)).status).toBe(200);
  for (const service of services) await call(service, 'PUT settings/plant', { isEnabled: true, url, key });
  for (const service of services) {
    await until(
      () => jobOf(service),
      (job) => (job?.rowRun?.left ?? 0) > 0,
    );
  }
  await until(
    async () => {
      for (const service of services) await call(service, 'POST printers/Line%201/trigger');
      return Promise.all(services.map(jobOf));
    },
    (jobs) => jobs.every((job) => job === null),
  );
  const rows = await Promise.all(services.map(printedRows));
  expect(rows.every((printed) => printed.length > 0)).toBe(true);
  expect(rows.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: ROWS }, (_, row) => row));
  await until(
    () => plant.rowRuns.list(),
    ([run]) => run?.printed === ROWS && run.held === 0 && run.free === 0,
  );
});

it('refuses a run with another content, here and on the plant', async () => {
  const [one, other] = services;
  if (!one || !other) throw new Error('There are no controllers.');
  expect((await select(one, { rowRun: 'Order 8' })).status).toBe(200);
  await until(
    () => jobOf(one),
    (job) => (job?.rowRun?.left ?? 0) > 0,
  );
  expect(await select(one, { rowRun: 'Order 8', rowCount: 10 })).toMatchObject({
    status: 409,
    json: { type: 'urn:strobe:problem:row-run-differs' },
  });
  await call(other, 'PUT tables/Rows', { columns: ['Id'], rows: Array.from({ length: ROWS }, (_, row) => [`other ${row}`]) });
  expect((await select(other, { rowRun: 'Order 8' })).status).toBe(200);
  const refused = await until(
    () => jobOf(other),
    (job) => job?.rowRun?.reason !== undefined,
  );
  expect(refused?.rowRun).toMatchObject({
    name: 'Order 8',
    left: 0,
    reason: expect.stringContaining('The run "Order 8" was begun with other rows: the content of the table'),
  });
});

it('gives rows back when its job ends', async () => {
  const [one] = services;
  if (!one) throw new Error('There is no controller.');
  const run = async () => (await plant.rowRuns.list()).find(({ name }) => name === 'Order 8');
  await call(one, 'POST printers/Line%201/printJob', {});
  await until(run, (found) => found?.free === ROWS && found.held === 0);
});
