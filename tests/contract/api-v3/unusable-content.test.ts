import { afterEach, describe, expect, it } from 'vitest';
import type { Readiness } from '#contract/api-v3/health.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';

let service: OpenService | undefined;
afterEach(() => service?.close());

const MOMENT = Date.UTC(2026, 10, 21, 6);
const NO_LABEL = '{"format":3,"width":40,"height":15,"objs":[{"type":"Hologram"}]}';
const setting = (key: string, value: string) => (db: ControllerDatabase) => db.insertInto('settings').values({ key, value }).execute();
const label = (document: string) => (db: ControllerDatabase) =>
  db.insertInto('labels').values({ name: 'Old', document, revision: 1, modified: MOMENT }).execute();
const JOB = {
  ...{ id: 'job-1', printer: 'Line 2', position: 1, state: 'queued' as const, description: '', label_name: '', label_revision: 0 },
  ...{ table_name: null, key_column: null, key: null, row: null, copies: 5, started: 0, printed: 0, voided: 0, created: MOMENT },
} as const;
const COUNTER = {
  name: 'Old',
  value: 7,
  min_value: 9,
  max_value: 3,
  repeat: 1,
  repeated: 0,
  step: 1,
  width: 0,
  padding: '0',
  description: '',
};
const PREFLIGHT = { id: 'Old', table_name: 'T', started: MOMENT, table_version: '1-0', labels: '[]', findings: '[]' };
const KEY = { name: 'Old', hash: 'ab'.repeat(32), printers: null, created: MOMENT, expires: null, revoked: null };

/** A row of each kind of stored content that this version cannot use, and the reason that it reports. */
const PLANTED: readonly [string, (db: ControllerDatabase) => Promise<unknown>, string][] = [
  ['a font', (db) => db.insertInto('fonts').values(font()).execute(), 'font "Old Bold"'],
  [
    'a printer of an unknown engine',
    (db) => printer(db, '{"engine":{"kind":"laser"},"dpi":300,"physicalWidth":100,"height":35}'),
    'printer "Old"',
  ],
  ['a printer whose configuration is not valid', (db) => printer(db, '{"engine":{"kind":"virtual"}}'), 'printer "Old"'],
  ['a label that is not valid', label(NO_LABEL), 'label "Old" (/objs/0'],
  ['a label that is no JSON', label('{"format":3'), 'label "Old" (it is not valid JSON'],
  [
    'a job with a label',
    (db) =>
      db
        .insertInto('jobs')
        .values({ ...JOB, label_data: NO_LABEL })
        .execute(),
    'job "job-1"',
  ],
  [
    'a table',
    (db) => db.insertInto('tables').values({ name: 'Old', data_id: 9, columns: '7', row_count: 1, modified: MOMENT }).execute(),
    'table "Old"',
  ],
  [
    'a variable',
    (db) => db.insertInto('variables').values({ name: 'Old', value: '', description: '', user_edit: 0, prompt: '[' }).execute(),
    'variable "Old"',
  ],
  ['a counter', (db) => db.insertInto('counters').values(COUNTER).execute(), 'counter "Old"'],
  [
    'a shift code',
    (db) => db.insertInto('shift_codes').values({ name: 'Old', shifts: '[{}]', description: '' }).execute(),
    'shift code "Old"',
  ],
  ['a time zone', setting('timeZone', 'Mars/Olympus'), 'setting "timeZone"'],
  ['the end of months', setting('monthEnd', 'never'), 'setting "monthEnd"'],
  ['the start of the day', setting('productionDayStart', 'noon'), 'setting "productionDayStart"'],
  ['the retention', setting('retention', '{'), 'setting "retention"'],
  ['a printer setting', setting('whenDataIsMissing/Line 1', 'pray'), 'setting "whenDataIsMissing/Line 1"'],
  ['an accepted count', setting('acceptedCount/Line 1', '7'), 'setting "acceptedCount/Line 1"'],
  [
    'a pre-flight',
    (db) =>
      db
        .insertInto('preflights')
        .values({ ...PREFLIGHT, outcome: '{}' })
        .execute(),
    'pre-flight "Old"',
  ],
  [
    'a key',
    (db) =>
      db
        .insertInto('api_keys')
        .values({ ...KEY, scopes: '["fly"]' })
        .execute(),
    'key "Old"',
  ],
];

function font() {
  return { family: 'Old', style: 'Bold', file: new Uint8Array([1, 2, 3]), hash: 'font-1', installed: MOMENT };
}

function printer(db: ControllerDatabase, config: string) {
  return db.insertInto('printers').values({ name: 'Old', position: 9, config }).execute();
}

const LISTS = [
  ...[
    'labels',
    'tables',
    'variables',
    'counters',
    'shiftCodes',
    'fonts',
    'printers',
    'settings/retention',
    'preflights',
    'labelAcceptance',
  ],
  ...['prints', 'usage', 'clock', 'recovery', 'backups', 'printers/Line%201/status', 'printers/Line%201/queue', 'printers/Line%202/queue'],
  ...['printers/Line%201/settings', 'printers/Line%201/engineCount'],
];

const readiness = async (opened: OpenService) => (await opened.call('/healthz/ready')).json as Readiness;

async function open(plant: (db: ControllerDatabase) => Promise<unknown>, isSafeMode = false): Promise<OpenService> {
  service = await openService({ isSafeMode, prepare: async (db) => void (await plant(db)), virtualPrinters: 3 });
  await service.controller.unusable.idle();
  return service;
}

describe.each(PLANTED)('%s that cannot be used', (_what, plant, told) => {
  it.each([false, true])('is set aside with a warning, and all else can be read (safe mode: %s)', async (isSafeMode) => {
    const opened = await open(plant, isSafeMode);
    expect((await readiness(opened)).warnings).toContainEqual({
      code: 'content-unusable',
      detail: expect.stringContaining(told) as string,
    });
    expect((await opened.call('/healthz')).json).toMatchObject({ unusable: [{ name: expect.any(String) as string }] });
    const failed: string[] = [];
    for (const path of LISTS) {
      const { status, text } = await opened.call(`/api/v3/${path}`);
      if (status >= 500 || status === 409) failed.push(`${path}: ${status} ${text}`);
    }
    expect(failed).toEqual([]);
  });

  it('does not prevent other labels from printing', async () => {
    const opened = await open(plant);
    await warm(opened);
    await opened.call('/api/v3/labels/New', { method: 'PUT', body: textLabel('Lot 7') });
    const selected = await opened.call('/api/v3/printers/Line%201/printJob', { method: 'POST', body: { labelName: 'New' } });
    // Dates by other rules would be wrong, so unusable date settings stop all printing, and the response says so.
    const isAboutDates = ['timeZone', 'monthEnd', 'productionDayStart'].some((key) => told.includes(`"${key}"`));
    expect({ status: selected.status, text: isAboutDates ? selected.text : '' }).toEqual({
      status: isAboutDates ? 409 : 200,
      text: isAboutDates ? (expect.stringContaining('content-unusable') as string) : '',
    });
  });
});

describe('a font that cannot be loaded', () => {
  it('is listed, downloaded, named by what needs it, replaced and removed', async () => {
    const opened = await open((db) => db.insertInto('fonts').values(font()).execute());
    expect((await opened.call('/api/v3/fonts')).text).toContain('"unusable":');
    expect((await opened.call('/api/v3/fonts/Old/Bold')).bytes).toEqual(Buffer.from([1, 2, 3]));
    expect(await opened.call('/api/v3/fonts/Old/Bold/sample')).toMatchObject({
      status: 422,
      text: expect.stringContaining('Old Bold') as string,
    });
    const body = {
      format: 3,
      width: 40,
      height: 9,
      objs: [{ type: 'Text', x: 1, y: 1, text: 'A', font: { family: 'Old', style: 'Bold', height: 4 } }],
    };
    await opened.call('/api/v3/labels/New', { method: 'PUT', body });
    expect((await opened.call('/api/v3/labels/New/simulation', { headers: { accept: 'image/png' } })).json).toMatchObject({
      type: 'urn:strobe:problem:cannot-render',
      detail: expect.stringContaining('Old') as string,
    });
    expect((await opened.call('/api/v3/fonts/Old/Bold', { method: 'DELETE' })).status).toBe(204);
    expect((await readiness(opened)).warnings).toEqual([]);
  });
});

describe('a label that cannot be used', () => {
  it('is downloaded as it is stored, refused by name where it is needed, and usable once it is replaced', async () => {
    const opened = await open(label(NO_LABEL));
    expect((await opened.call('/api/v3/labels/Old')).json).toEqual(JSON.parse(NO_LABEL));
    await warm(opened);
    const select = () => opened.call('/api/v3/printers/Line%201/printJob', { method: 'POST', body: { labelName: 'Old' } });
    expect((await select()).json).toMatchObject({
      type: 'urn:strobe:problem:content-unusable',
      detail: expect.stringContaining('The label "Old" is stored in a form that this version of Strobe cannot use') as string,
    });
    expect((await opened.call('/api/v3/labels/Old', { method: 'PUT', body: textLabel('Lot 7') })).status).toBe(204);
    expect((await select()).status).toBe(200);
    await until(
      () => readiness(opened),
      ({ warnings }) => warnings.length === 0,
    );
  });
});

it('an unknown time zone stops printing until another one is set', async () => {
  const opened = await open(setting('timeZone', 'Mars/Olympus'));
  await warm(opened);
  await opened.call('/api/v3/labels/New', { method: 'PUT', body: textLabel('Lot 7') });
  const select = () => opened.call('/api/v3/printers/Line%201/printJob', { method: 'POST', body: { labelName: 'New' } });
  expect((await select()).text).toContain('Mars/Olympus');
  const settings = { timeZone: 'Europe/Berlin' };
  expect((await opened.call('/api/v3/settings', { method: 'PUT', body: settings })).status).toBe(204);
  expect((await select()).status).toBe(200);
  await until(
    () => readiness(opened),
    ({ warnings }) => warnings.length === 0,
  );
});

it('restored data with an unreadable record still require a confirmation', async () => {
  const opened = await open(setting('recovery', '{'));
  expect((await readiness(opened)).reasons).toContainEqual({ code: 'recovery-unconfirmed', detail: expect.any(String) as string });
  expect((await opened.call('/api/v3/recovery/confirm', { method: 'POST' })).status).toBeLessThan(300);
});

it('an unreadable last clock value does not prevent the start', async () => {
  const opened = await open(setting('clock', 'noon'));
  expect((await opened.call('/api/v3/clock')).json).toMatchObject({ state: 'ok' });
});
