import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PlantState } from '#contract/api-v3/plant.ts';
import type { Readiness } from '#contract/api-v3/health.ts';
import { ArchiveReceiver, PLANT_KEY, problem } from '#support/archive-receiver.ts';
import { openService, type OpenService } from '#support/open-service.ts';
import { storePrints } from '#support/stored-prints.ts';
import { until } from '#support/until.ts';
import { untilHolds } from '#support/until-holds.ts';

let service: OpenService;
let receiver: ArchiveReceiver;
let elapsed: number;
beforeEach(async () => {
  elapsed = 0;
  receiver = await new ArchiveReceiver().start();
  service = await openService({ virtualPrinters: 2, monotonicNow: () => elapsed });
});
afterEach(async () => {
  await service.close();
  await receiver.stop();
});

const call = (method: string, path: string, body?: unknown) =>
  service.call(`/api/v3/${path}`, { method, ...(body !== undefined && { body }) });
const settings = (more: object = {}) => ({ isEnabled: true, url: receiver.url, key: PLANT_KEY, ...more });
const put = (more?: object) => call('PUT', 'settings/plant', settings(more));
const state = async () => (await call('GET', 'plant')).json as PlantState;
const archived = (count: number) => until(state, (found) => found.archived === count && found.waiting === 0);

describe('the connection to a plant', () => {
  it('is off, and sends nothing, until it is set up', async () => {
    await storePrints(service.db, 2);
    expect(await state()).toEqual({ phase: 'off', waiting: 0, archived: 0, refused: 0, refusals: [] });
    expect((await call('GET', 'settings/plant')).json).toMatchObject({ isEnabled: false, url: '' });
  });

  it('sends what the ledger has, what is printed later, and reports', async () => {
    await storePrints(service.db, 3);
    expect(await put({ name: 'Filler 2', site: 'North', line: 'Line A', tags: ['cans'] })).toMatchObject({ status: 204 });
    await archived(3);
    await storePrints(service.db, 1);
    service.controller.events.publish({ type: 'print:settled', printer: 'Line 1', id: 4, job: 'job', state: 'printed' });
    expect(await archived(4)).toMatchObject({ phase: 'connected', refused: 0, lastSuccess: expect.any(String) as string });
    expect(receiver.ids).toEqual([1, 2, 3, 4]);
    await untilHolds(() =>
      expect(receiver.reports.at(-1)).toMatchObject({
        ...{ name: 'Filler 2', site: 'North', line: 'Line A', tags: ['cans'], version: expect.any(String) as string },
        clock: { isTrusted: true },
        printers: [
          { name: 'Line 1', errors: [], printed: 0, unknown: 0 },
          { name: 'Line 2', errors: [] },
        ],
      }),
    );
    expect(receiver.controller).toBe(await service.controller.settings.controllerId());
  });

  it('never answers the key, keeps it when it is left out, and sends it to no other address', async () => {
    await put();
    const { json: read } = await call('GET', 'settings/plant');
    expect(read).toMatchObject({ key: null, keySet: true });
    expect(await call('PUT', 'settings/plant', read)).toMatchObject({ status: 204 });
    expect(await put({ key: undefined, line: 'Line B' })).toMatchObject({ status: 204 });
    expect((await call('GET', 'settings/plant')).json).toMatchObject({ line: 'Line B', keySet: true });
    expect(await put({ key: undefined, url: 'http://127.0.0.1:9' })).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: '/key' }] },
    });
    expect(await put({ key: null })).toMatchObject({ status: 400, json: { errors: [{ pointer: '/key' }] } });
  });

  it('has its key in no record of the audit log', async () => {
    await put();
    await call('POST', 'plant/test', settings());
    const records = await until(
      async () => JSON.stringify(await service.db.selectFrom('audit_records').selectAll().execute()),
      (found) => found.includes('/api/v3/plant/test') && found.includes('/api/v3/settings/plant'),
    );
    expect(records).toContain('(not recorded)');
    expect(records).not.toContain(PLANT_KEY);
  });

  it.each([
    ['http://plant.example', '/url'],
    ['ftp://plant.example', '/url'],
    ['https://user:secret@plant.example', '/url'],
    ['https://plant.example?x=1', '/url'],
    ['', '/url'],
  ])('refuses the address "%s"', async (url, pointer) => {
    expect(await put({ url })).toMatchObject({ status: 400, json: { errors: [{ pointer }] } });
  });

  it('sends everything again to another plant, and after it was switched off and on', async () => {
    await storePrints(service.db, 2);
    await put();
    await archived(2);
    const other = await new ArchiveReceiver().start();
    await put({ url: other.url });
    await archived(2);
    expect(other.ids).toEqual([1, 2]);
    await other.stop();
    await put({ isEnabled: false });
    expect(await state()).toMatchObject({ phase: 'off', waiting: 0, archived: 0 });
    receiver.archive.clear();
    await put();
    await archived(2);
    expect(receiver.ids).toEqual([1, 2]);
  });

  it('says why a test fails, and what a plant that refuses says', async () => {
    expect((await call('POST', 'plant/test', settings())).json).toEqual({ isAccepted: true });
    expect(receiver.reports).toHaveLength(1);
    expect((await call('POST', 'plant/test', settings({ key: 'other' }))).json).toEqual({
      isAccepted: false,
      reason: 'The plant does not accept the key.',
    });
    await receiver.stop();
    expect((await call('POST', 'plant/test', settings())).json).toMatchObject({
      isAccepted: false,
      reason: expect.stringContaining('could not be reached') as string,
    });
    expect(await state()).toMatchObject({ phase: 'off' });
  });

  it('names the prints that the plant refuses', async () => {
    await storePrints(service.db, 2);
    receiver.usual = (response, prints) => {
      if (!prints.some(({ print }) => print === '1')) return false;
      problem(response, 422, 'no serial');
      return true;
    };
    await put();
    const found = await until(state, ({ refused, archived: taken }) => refused === 1 && taken === 1);
    expect(found.refusals).toMatchObject([{ print: 1, reason: 'The plant answered 422: no serial' }]);
    receiver.usual = () => false;
    await put();
    await until(state, ({ refused }) => refused === 0);
  });

  it('is not connected while its reports arrive and its prints do not', async () => {
    receiver.usual = (response) => {
      response.writeHead(503, { 'retry-after': '60' }).end();
      return true;
    };
    await storePrints(service.db, 1);
    await put();
    await untilHolds(async () => {
      expect(receiver.reports.length).toBeGreaterThan(1);
      expect(await state()).toMatchObject({ phase: 'backing-off', reason: 'The plant answered 503.', waiting: 1 });
    });
  });

  it('warns when the plant has taken nothing for ten minutes, and in the metrics how many prints wait', async () => {
    await receiver.stop();
    await storePrints(service.db, 2);
    await put();
    expect(await until(state, ({ phase }) => phase === 'backing-off')).toMatchObject({
      ...{ waiting: 2, archived: 0 },
      lastError: expect.stringContaining('could not be reached') as string,
    });
    const warnings = async () => ((await service.call('/healthz/ready')).json as Readiness).warnings.map(({ code }) => code);
    expect(await warnings()).not.toContain('plant-unreachable');
    elapsed = 11 * 60_000;
    expect(await warnings()).toContain('plant-unreachable');
    expect((await service.call('/metrics')).text).toContain('strobe_plant_waiting_prints 2\n');
  });
});

describe('a controller in safe mode', () => {
  it('sends nothing to the plant, and says why', async () => {
    await service.close();
    service = await openService({
      isSafeMode: true,
      prepare: async (db) => {
        await storePrints(db, 1);
        await db
          .insertInto('settings')
          .values({ key: 'plant', value: JSON.stringify(settings()) })
          .execute();
        await db.insertInto('archive_cursor').values({ id: 1 }).execute();
      },
    });
    expect(await state()).toMatchObject({ phase: 'off', reason: 'The controller is in safe mode.', waiting: 1 });
    expect([receiver.ids, receiver.reports]).toEqual([[], []]);
  });
});
