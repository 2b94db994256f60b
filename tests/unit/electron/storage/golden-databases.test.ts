import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { Counters } from '#controller/counters/counters.ts';
import { Audit } from '#controller/audit/audit.ts';
import { LabelProofStore } from '#controller/label-proofs/label-proof-store.ts';
import { LabelVersions } from '#controller/labels/label-versions.ts';
import { Labels } from '#controller/labels/labels.ts';
import { PreflightStore } from '#controller/preflight/preflight-store.ts';
import { Settings } from '#controller/settings/settings.ts';
import { Tables } from '#controller/tables/tables.ts';
import { Variables } from '#controller/variables/variables.ts';
import { CONTROLLER_MIGRATIONS, openControllerDatabase } from '#storage/controller-database.ts';
import { openStationDatabase, STATION_MIGRATIONS } from '#storage/station-database.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const FOLDER = join(import.meta.dirname, '../../../fixtures/databases');
/** Its label carries none. */
const NO_TESTS = { refuse: () => Promise.resolve() };
const MOMENT = Date.UTC(2026, 10, 21, 6);

describe.each(CONTROLLER_MIGRATIONS.map(({ version }) => version))('the golden controller database of version %i', (version) => {
  const open = () => openControllerDatabase(copy(`controller-${version}.db`));

  it('gives its labels, variables, counters and settings to the rooms of today', async () => {
    const db = open();
    const now = () => MOMENT;
    expect({
      label: await new Labels({ db, now, versions: new LabelVersions({ db }), tests: NO_TESTS }).get('Golden label'),
      variable: await new Variables({ db }).get('Lot'),
      counter: await new Counters({ db }).get('Serial'),
      timeZone: await new Settings({ db, newId: () => 'new' }).timeZone(),
      controllerId: await new Settings({ db, newId: () => 'new' }).controllerId(),
    }).toEqual({
      label: { label: { format: 3, width: 40, height: 20, objs: [], future: { kept: true } }, revision: 4, modified: MOMENT },
      variable: { value: 'L-1', description: 'Lot number', userEdit: true, pinned: false },
      counter: {
        value: 41,
        minValue: 0,
        maxValue: 999,
        repeat: 2,
        step: 1,
        width: 6,
        padding: '0',
        format: '',
        description: 'Serial number',
      },
      timeZone: 'Europe/Berlin',
      controllerId: 'golden',
    });
    await db.destroy();
  });

  it('gives its tables to the room of today', async () => {
    const db = open();
    const tables = new Tables({ db, now: () => MOMENT });
    await tables.start();
    expect(await tables.get('Golden table')).toEqual({
      columns: ['Key', 'Näme'],
      rows: [
        ['a', 'Straße'],
        ['b', ''],
      ],
    });
    expect((await tables.rows('Golden table', { search: 'strasse', offset: 0, limit: 10 })).total).toBe(1);
    await tables.put('New table', { columns: ['A'], rows: [['1']] });
    expect(await db.selectFrom('tables').select(['name', 'data_id']).execute()).toEqual([
      { name: 'Golden table', data_id: 7 },
      { name: 'New table', data_id: 8 },
    ]);
    await db.destroy();
  });

  it('keeps every print and what was counted', async () => {
    const db = open();
    expect({
      printers: await db.selectFrom('printers').select('name').execute(),
      counted: await db.selectFrom('print_counters').select(['printer', 'triggers', 'trigger_bounces', 'printed_labels']).execute(),
      jobs: await db.selectFrom('jobs').select(['id', 'state', 'copies', 'started', 'printed']).execute(),
      prints: await db.selectFrom('prints').select(['id', 'job', 'state', 'print_values']).orderBy('id').execute(),
      minutes: await db.selectFrom('history_minutes').select(['printer', 'count']).execute(),
      quarters: await db.selectFrom('history_quarters').select(['printer', 'count']).execute(),
    }).toEqual({
      printers: [{ name: 'Line 1' }],
      counted: [{ printer: 'Line 1', triggers: 3, trigger_bounces: 1, printed_labels: 2 }],
      jobs: [{ id: 'job-1', state: 'queued', copies: 10, started: 3, printed: 2 }],
      prints: [
        { id: 1, job: 'job-1', state: 'printed', print_values: expect.stringContaining('Europe/Berlin') as string },
        { id: 2, job: 'job-1', state: 'sent', print_values: expect.stringContaining('Europe/Berlin') as string },
      ],
      minutes: [{ printer: 'Line 1', count: 2 }],
      quarters: [{ printer: 'Line 1', count: 2 }],
    });
    await db.destroy();
  });

  it('comes to the schema that a new database has', async () => {
    const migrated = open();
    expect(await schemaOf(migrated)).toEqual(await schemaOf(openControllerDatabase(':memory:')));
    await migrated.destroy();
  });
});

it.each([1])('the golden controller database of version %i keeps how its labels were drawn', async (version) => {
  const db = openControllerDatabase(copy(`controller-${version}.db`));
  const store = new LabelProofStore(db);
  expect(await store.list()).toMatchObject([{ name: 'Golden label', outcome: 'changed', accepted: MOMENT, accepted_by: 'Ada' }]);
  expect(await store.find('Golden label')).toMatchObject({ picture: new Uint8Array([2]), picture_before: new Uint8Array([1]) });
  await db.destroy();
});

it.each([1])('the golden controller database of version %i keeps what was done with keys, and goes on counting it', async (version) => {
  const db = openControllerDatabase(copy(`controller-${version}.db`));
  const audit = new Audit({ db, now: () => MOMENT, kept: 2 });
  const use = { keyName: 'MES', operation: 'POST /api/v3/printers/:name/trigger', path: '/', requestId: 'request-2' };
  const requests = async () => (await audit.page({ limit: 9 })).entries.map(({ requestId }) => requestId);
  await audit.begin(use);
  expect(await requests()).toEqual(['request-2', 'request-1']);
  await audit.begin({ ...use, requestId: 'request-3' });
  expect(await requests()).toEqual(['request-3', 'request-2']);
  await db.destroy();
});

it.each([1])('the golden controller database of version %i keeps its pre-flights', async (version) => {
  const db = openControllerDatabase(copy(`controller-${version}.db`));
  const store = new PreflightStore(db);
  expect(await store.list()).toMatchObject([{ outcome: { id: 'preflight-1', state: 'done' }, tableVersion: '7-0' }]);
  expect(await store.findings('preflight-1')).toMatchObject([{ row: 0, kind: 'key' }]);
  await db.destroy();
});

describe.each(STATION_MIGRATIONS.map(({ version }) => version))('the golden station database of version %i', (version) => {
  it('keeps its connections and settings', async () => {
    const db = openStationDatabase(copy(`station-${version}.db`));
    expect(await db.selectFrom('connections').selectAll().orderBy('position').execute()).toEqual([
      { id: 'c-1', name: 'Packing hall', url: 'http://192.0.2.10:7311', position: 0, controller_id: 'golden' },
      { id: 'c-2', name: 'New line', url: 'http://192.0.2.11:7311', position: 1, controller_id: null },
    ]);
    expect(await db.selectFrom('settings').selectAll().execute()).toEqual([{ key: 'language', value: 'en' }]);
    await db.destroy();
  });

  it('comes to the schema that a new database has', async () => {
    const migrated = openStationDatabase(copy(`station-${version}.db`));
    expect(await schemaOf(migrated)).toEqual(await schemaOf(openStationDatabase(':memory:')));
    await migrated.destroy();
  });
});

function copy(name: string): string {
  const golden = join(FOLDER, name);
  if (!existsSync(golden)) throw new Error(`${name} is missing: run build/scripts/make-golden-database.ts`);
  const file = join(temporaryFolder(), name);
  copyFileSync(golden, file);
  return file;
}

/** Every table and index but the rows of tables, which are made as they come. */
async function schemaOf<Schema>(db: Kysely<Schema>): Promise<unknown[]> {
  const { rows } =
    await sql`SELECT type, name, sql FROM sqlite_schema WHERE tbl_name NOT GLOB 'table_data_[0-9]*' ORDER BY type, name`.execute(db);
  return rows;
}
