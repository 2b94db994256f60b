import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DowntimeReasons, LinePeriodsPage, Oee } from '#contract/api-v3/downtime.ts';
import type { TriggerResult } from '#contract/api-v3/print-job.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';
import { untilHolds } from '#support/until-holds.ts';

const PATH = 'lines/Filling';
const PRINTER = 'printers/Line%201';

let service: OpenService;
beforeEach(async () => {
  service = await openService({ virtualPrinters: 2 });
  await warm(service);
  await put('labels/Carton', textLabel('X'));
});
afterEach(() => service.close());

const call = (path: string, method: string, body?: unknown) =>
  service.call(`/api/v3/${path}`, { method, ...(body !== undefined && { body }), headers: { 'strobe-author': 'Ana' } });
const put = (path: string, body: unknown) => call(path, 'PUT', body);
const post = (path: string, body?: unknown) => call(path, 'POST', body);
const read = async <Body>(path: string) => (await call(path, 'GET')).json as Body;
const addLine = async (downtime: object = {}) =>
  expect(await put(PATH, { printers: ['Line 1'], downtime: { standsAfter: 2, asksAfter: 0, ...downtime } })).toMatchObject({ status: 201 });
const select = async () => expect(await post(`${PRINTER}/printJob`, { labelName: 'Carton' })).toMatchObject({ status: 200 });
const printOne = () =>
  until(
    () => post(`${PRINTER}/trigger`),
    ({ json }) => (json as TriggerResult).result === 'printing',
  );
const periods = async (query = '') => (await read<LinePeriodsPage>(`${PATH}/periods${query}`)).periods;
const activities = async () => (await periods()).map(({ activity }) => activity);
const untilActivities = (...expected: string[]) => untilHolds(async () => expect(await activities()).toEqual(expected));

describe('what a line does', () => {
  it('is recorded: set-up, running with its job, starved, and a fault with its printer', async () => {
    await addLine();
    await untilActivities('set-up');
    await select();
    await printOne();
    await untilActivities('running', 'set-up');
    expect(await periods()).toMatchObject([
      { to: null, job: { label: 'Carton' }, needsReason: false, detail: '' },
      { detail: 'No job is selected, or no product of it has passed yet.' },
    ]);
    await untilActivities('starved', 'running', 'set-up');
    await post(`${PRINTER}/faults`, { fault: 'cover-open' });
    await untilActivities('fault', 'starved', 'running', 'set-up');
    const [fault, starved, running] = await periods();
    expect(fault).toMatchObject({ printer: 'Line 1', detail: expect.stringContaining('"Line 1" cannot print: ') as string });
    expect(starved?.to).toBe(fault?.from);
    expect(running?.to).toBe(starved?.from);
  });

  it('is a fault while a rule stops the line, although products pass', async () => {
    await addLine();
    await put(PATH, { printers: ['Line 1'], rules: { productsWithoutPrint: 1 }, downtime: { standsAfter: 2 } });
    await select();
    await post(`${PRINTER}/faults`, { fault: 'cover-open' });
    await untilHolds(async () => expect((await post(`${PRINTER}/trigger`)).status).toBe(409));
    await untilHolds(async () => {
      const [last] = await periods();
      expect(last).toMatchObject({ activity: 'fault', detail: expect.stringContaining('passed "Line 1" without a print') as string });
    });
  });

  it('goes on with the line under a new name', async () => {
    await addLine();
    await untilActivities('set-up');
    await post(`${PATH}/rename`, { name: 'Hall 2' });
    await untilHolds(async () =>
      expect((await read<LinePeriodsPage>('lines/Hall%202/periods')).periods).toMatchObject([
        { to: null },
        { to: expect.any(String) as string },
      ]),
    );
  });
});

describe('the reason of a stop', () => {
  it('is asked for, stated with the person, and replaced', async () => {
    await addLine();
    await untilActivities('set-up');
    const [{ id } = { id: 0 }] = await periods('?needsReason=true');
    const path = `${PATH}/periods/${id}/reason`;
    expect(await put(path, { reason: 'changeover', note: 'new reel' })).toMatchObject({ status: 204 });
    expect(await put(path, { reason: 'break' })).toMatchObject({ status: 204 });
    expect(await periods()).toMatchObject([
      { activity: 'planned', detected: 'set-up', needsReason: false, stated: { reason: 'break', note: '', by: 'Ana' } },
    ]);
    expect(await periods('?needsReason=true')).toEqual([]);
  });

  it('is one that exists and is no group, and no line that ran has one', async () => {
    await addLine();
    await untilActivities('set-up');
    const [{ id } = { id: 0 }] = await periods();
    const refused = (detail: string) => ({ status: 400, json: { errors: [{ pointer: '/reason', detail }] } });
    expect(await put(`${PATH}/periods/${id}/reason`, { reason: 'rain' })).toMatchObject(refused('there is no reason "rain"'));
    expect(await put(`${PATH}/periods/${id}/reason`, { reason: 'machine' })).toMatchObject(
      refused('"machine" is a group: choose one of its reasons'),
    );
    expect(await put(`${PATH}/periods/${id + 99}/reason`, { reason: 'jam' })).toMatchObject({ status: 404 });
    await select();
    await printOne();
    await untilActivities('running', 'set-up');
    const [running] = await periods();
    expect(await put(`${PATH}/periods/${running?.id}/reason`, { reason: 'jam' })).toMatchObject(
      refused('the line ran in this time: only a stop has a reason'),
    );
  });

  it('is chosen from reasons that a plant replaces', async () => {
    const before = await read<DowntimeReasons>('downtimeReasons');
    expect(before.find(({ key }) => key === 'jam')).toMatchObject({ group: 'machine', texts: { en: 'Jam', de: 'Produktstau' } });
    const mine = [{ key: 'capper', texts: { en: 'Capper' } }];
    expect(await put('downtimeReasons', mine)).toMatchObject({ status: 204 });
    expect(await read('downtimeReasons')).toEqual([
      { key: 'capper', group: null, texts: { en: 'Capper' }, isPlanned: false, isRetired: false },
    ]);
  });

  it('is none that is retired, unless it was stated before', async () => {
    await addLine();
    await untilActivities('set-up');
    const [{ id } = { id: 0 }] = await periods();
    const path = `${PATH}/periods/${id}/reason`;
    expect(await put(path, { reason: 'jam' })).toMatchObject({ status: 204 });
    const reasons = await read<DowntimeReasons>('downtimeReasons');
    await put(
      'downtimeReasons',
      reasons.map((reason) => ({ ...reason, isRetired: reason.key === 'machine' })),
    );
    expect(await put(path, { reason: 'jam', note: 'infeed' })).toMatchObject({ status: 204 });
    const detail = '"breakdown" is retired: choose another reason';
    expect(await put(path, { reason: 'breakdown' })).toMatchObject({ status: 400, json: { errors: [{ pointer: '/reason', detail }] } });
    expect((await periods())[0]?.stated).toMatchObject({ reason: 'jam', note: 'infeed' });
  });

  it.each([
    [
      [
        { key: 'a', texts: { en: 'A' } },
        { key: 'a', texts: { en: 'B' } },
      ],
      '/1/key',
      'another reason has the key "a" already',
    ],
    [
      [
        { key: 'a', group: 'b', texts: { en: 'A' } },
        { key: 'b', texts: { en: 'B' } },
      ],
      '/0/group',
      'no reason before it has the key "b"',
    ],
    [[{ key: 'A b', texts: { en: 'A' } }], '/0/key', 'must consist of lower-case letters, digits and single hyphens'],
    [[{ key: 'a', texts: {} }], '/0/texts/en', 'must be a text'],
  ])('has no texts that cannot be used: %j', async (reasons, pointer, detail) => {
    expect(await put('downtimeReasons', reasons)).toMatchObject({ status: 400, json: { errors: [{ pointer, detail }] } });
  });
});

describe('the OEE of a line', () => {
  const from = () => new Date(Date.now() - 3_600_000).toISOString();

  it('counts what was printed and what was missed, whole and by job', async () => {
    await addLine({ idealRate: 60 });
    await untilActivities('set-up');
    await select();
    await printOne();
    await printOne();
    await untilActivities('running', 'set-up');
    await post(`${PRINTER}/faults`, { fault: 'cover-open' });
    await untilHolds(async () => expect((await post(`${PRINTER}/trigger`)).status).toBe(409));
    const expected = { total: expect.any(Number) as number, good: 2, notVerified: 0 };
    await untilHolds(async () => {
      const [whole] = await read<Oee[]>(`${PATH}/oee?from=${from()}`);
      expect(whole).toMatchObject({ name: '', products: expected });
      expect(whole?.products.total).toBe(2 + (whole?.products.missed ?? 0));
      expect(whole?.products.missed).toBeGreaterThan(0);
      expect(whole?.quality).toBeCloseTo(2 / (whole?.products.total ?? 0), 12);
      expect(whole?.availability).toBeGreaterThan(0);
      expect(whole?.oee).toBeGreaterThan(0);
    });
    expect(await read<Oee[]>(`${PATH}/oee?from=${from()}&by=job`)).toMatchObject([{ name: 'Carton', products: expected }]);
  });

  it('is reported by shift and by day, and refused where that cannot be', async () => {
    await put('shiftCodes/Shifts', {
      shifts: [
        { offset: 0, code: 'N' },
        { offset: 720, code: 'D' },
      ],
    });
    await addLine({ shiftCode: 'Shifts' });
    const to = new Date().toISOString();
    const day = new Date(Date.now() - 86_400_000).toISOString();
    const shifts = await read<Oee[]>(`${PATH}/oee?from=${day}&to=${to}&by=shift`);
    expect(shifts.map(({ name }) => name)).toEqual(expect.arrayContaining(['N', 'D']));
    expect(shifts.map((shift) => shift.to).slice(0, -1)).toEqual(shifts.map((shift) => shift.from).slice(1));
    expect((await read<Oee[]>(`${PATH}/oee?from=${day}&to=${to}&by=day`)).map(({ name }) => name)).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    ]);
    await put(PATH, { printers: ['Line 1'] });
    expect(await call(`${PATH}/oee?from=${day}&by=shift`, 'GET')).toMatchObject({ status: 400, json: { errors: [{ pointer: '?by' }] } });
    expect(await call(`${PATH}/oee?from=2020-01-01T00:00:00Z`, 'GET')).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: '?from' }] },
    });
    expect(await call(`${PATH}/oee?from=${to}&to=${day}`, 'GET')).toMatchObject({ status: 400 });
  });
});

it('the counted printer of a line belongs to it', async () => {
  expect(await put(PATH, { printers: ['Line 1'], downtime: { countedBy: 'Line 2' } })).toMatchObject({
    status: 400,
    json: { errors: [{ pointer: '/downtime/countedBy', detail: '"Line 2" is no printer of this line' }] },
  });
});
