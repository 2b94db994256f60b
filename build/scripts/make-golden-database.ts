import { existsSync, mkdtempSync, renameSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { CONTROLLER_MIGRATIONS, openControllerDatabase } from '#storage/controller-database.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';
import { openStationDatabase, STATION_MIGRATIONS } from '#storage/station-database.ts';
import type { StationDatabase } from '#storage/station-schema.ts';

/**
 * Writes the golden databases of the newest versions, with a row or two in every table. They are what is in the field: the tests
 * open every one of them with today's program, so a file that is there already is never written again.
 */
const FOLDER = join(import.meta.dirname, '../../tests/fixtures/databases');
const MOMENT = Date.UTC(2026, 10, 21, 6);
const DOCUMENT = JSON.stringify({ format: 3, width: 40, height: 20, objs: [], future: { kept: true } });
const VERSION = { name: 'Golden label', revision: 4, document: DOCUMENT, author: 'Ada', created: MOMENT };
const ALARM = {
  ...{
    id: 'alarm-1',
    kind: 'ink-low',
    priority: 'medium',
    connection: 'c-1',
    printer: 'Line 1',
    subject: 'K',
    detail: 'Ink supply K is low.',
  },
  ...{ isActive: true, raised: MOMENT, lastRaised: MOMENT, cleared: null, repeats: 0, acknowledged: null, shelved: null },
};
const SHIFTS = [
  { offset: 360, code: 'A' },
  { offset: 1080, code: 'B' },
];

await make(`controller-${CONTROLLER_MIGRATIONS.length}.db`, openControllerDatabase, fillController);
await make(`station-${STATION_MIGRATIONS.length}.db`, openStationDatabase, fillStation);

async function make<Schema>(
  name: string,
  open: (file: string) => Kysely<Schema>,
  fill: (db: Kysely<Schema>) => Promise<void>,
): Promise<void> {
  const file = join(FOLDER, name);
  if (existsSync(file)) {
    console.log(`${name} is there already`);
    return;
  }
  const draft = join(mkdtempSync(join(FOLDER, 'draft-')), name);
  const db = open(draft);
  await fill(db);
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
  await db.destroy();
  renameSync(draft, file);
  rmdirSync(dirname(draft));
  console.log(`${name} written`);
}

async function fillController(db: ControllerDatabase): Promise<void> {
  await db
    .insertInto('settings')
    .values([
      { key: 'timeZone', value: 'Europe/Berlin' },
      { key: 'controllerId', value: 'golden' },
    ])
    .execute();
  await fillData(db);
  await fillPrinting(db);
  await fillTruth(db);
  await fillPreflights(db);
  await fillProofs(db);
  await fillKeys(db);
}

/** Two keys, one of them revoked, and a use of the other. */
async function fillKeys(db: ControllerDatabase): Promise<void> {
  const created = MOMENT;
  await db
    .insertInto('api_keys')
    .values([
      {
        ...{ name: 'MES', hash: 'key-hash-1', scopes: JSON.stringify(['read', 'print']), printers: JSON.stringify(['Line 1']) },
        ...{ created, expires: MOMENT + 86_400_000, revoked: null },
      },
      { name: 'Old MES', hash: 'key-hash-2', scopes: JSON.stringify(['read']), printers: null, created, expires: null, revoked: MOMENT },
    ])
    .execute();
  await db
    .insertInto('audit')
    .values({
      ...{ at: MOMENT, key_name: 'MES', operation: 'POST /api/v3/printers/:name/trigger', path: '/api/v3/printers/Line%201/trigger' },
      ...{ request_id: 'request-1', status: 202, family: 'POST /api/v3/printers/:name/trigger', place: 1 },
    })
    .execute();
}

/** A label that an update changed, and a person accepted. */
async function fillProofs(db: ControllerDatabase): Promise<void> {
  const values = JSON.stringify({ moment: { epochMs: MOMENT, timeZone: 'Europe/Berlin' }, variables: [], counters: [] });
  await db
    .insertInto('label_proofs')
    .values({
      ...{ name: 'Golden label', revision: 4, document_hash: 'hash-1', print_values: values, hdpi: 300, vdpi: 300, is_color: 0 },
      ...{ font_set: 'fonts-1', fonts: '', drawing: 'drawing-2', version: '0.2.0', made: MOMENT },
      ...{ picture_hash: 'picture-2', picture: new Uint8Array([2]), fault: null },
      ...{ outcome: 'changed', detail: null, is_changed: 1, is_font_replaced: 0 },
      ...{ version_before: '0.1.0', picture_hash_before: 'picture-1', picture_before: new Uint8Array([1]) },
      ...{ accepted: MOMENT, accepted_by: 'Ada' },
    })
    .execute();
}

/** One that looked at a row and found its key empty. */
async function fillPreflights(db: ControllerDatabase): Promise<void> {
  const moment = new Date(MOMENT).toISOString();
  const outcome = {
    ...{
      id: 'preflight-1',
      tableName: 'Golden table',
      request: { labelName: 'Golden label', keyColumn: 'Key' },
      state: 'done',
      reason: null,
    },
    ...{ started: moment, ended: moment, rows: 1, rowsDone: 1, prints: 1, moments: [moment], kept: 1 },
    ...{ printer: 'Line 1', provesUntil: moment },
    counts: [{ kind: 'key', stops: true, findings: 1, rows: 1 }],
  };
  const finding = { row: 0, key: '', pointer: '', object: '', kind: 'key', stops: true, detail: 'Its key is empty', moment, cells: [] };
  await db
    .insertInto('preflights')
    .values({
      ...{ id: 'preflight-1', table_name: 'Golden table', started: MOMENT, outcome: JSON.stringify(outcome) },
      ...{ table_version: '7-0', labels: JSON.stringify([{ name: 'Golden label', hash: 'hash-1' }]), findings: JSON.stringify([finding]) },
    })
    .execute();
}

async function fillData(db: ControllerDatabase): Promise<void> {
  await db.insertInto('labels').values({ name: 'Golden label', document: DOCUMENT, revision: 4, modified: MOMENT }).execute();
  await db.insertInto('label_versions').values(VERSION).execute();
  await db
    .insertInto('label_revisions')
    .values([
      { name: 'Golden label', revision: 4 },
      { name: 'Removed label', revision: 2 },
    ])
    .execute();
  await db.insertInto('table_data_ids').values({ id: 7 }).execute();
  await db.deleteFrom('table_data_ids').execute();
  await db
    .insertInto('tables')
    .values({ name: 'Golden table', data_id: 7, columns: JSON.stringify(['Key', 'Näme']), row_count: 2, modified: MOMENT })
    .execute();
  await sql`CREATE TABLE table_data_7 (row INTEGER PRIMARY KEY, c0 TEXT NOT NULL, c1 TEXT NOT NULL, folded TEXT NOT NULL) STRICT`.execute(
    db,
  );
  await sql`INSERT INTO table_data_7 VALUES (0, 'a', 'Straße', ${'A\u001fSTRASSE'}), (1, 'b', '', ${'B\u001f'})`.execute(db);
  await db.insertInto('variables').values({ name: 'Lot', value: 'L-1', description: 'Lot number', user_edit: 1 }).execute();
  await db
    .insertInto('shift_codes')
    .values({ name: 'Shift', shifts: JSON.stringify(SHIFTS), description: 'Two shifts' })
    .execute();
  const file = new Uint8Array([1, 2, 3]);
  await db.insertInto('fonts').values({ family: 'Golden', style: 'Bold', file, hash: 'font-1', installed: MOMENT }).execute();
  await db
    .insertInto('counters')
    .values({
      name: 'Serial',
      value: 41,
      min_value: 0,
      max_value: 999,
      repeat: 2,
      repeated: 1,
      step: 1,
      width: 6,
      padding: '0',
      description: 'Serial number',
    })
    .execute();
}

/** What a truthful ledger has beside its prints. */
async function fillTruth(db: ControllerDatabase): Promise<void> {
  await db.insertInto('job_owed').values({ job: 'job-1', row: 0, copies: 1 }).execute();
  const values = JSON.stringify({ moment: { epochMs: MOMENT, timeZone: 'Europe/Berlin' }, variables: [], counters: [] });
  const label = { label_name: 'Golden label', label_revision: 4, document_hash: 'hash-1' };
  await db
    .insertInto('frozen_rows')
    .values({ job: 'job-1', position: 0, row: 0, ...label, print_values: values, copies: 2 })
    .execute();
  await db.insertInto('print_serials').values({ print: 1, serial: '000041' }).execute();
  await db.insertInto('trigger_gaps').values({ printer: 'Line 1', job: 'job-1', at: MOMENT, reason: 'Golden gap' }).execute();
  await db.insertInto('ledger_archive').values({ job: 'job-0', printer: 'Line 1', prints: 0, printed: 0, voided: 0 }).execute();
}

async function fillPrinting(db: ControllerDatabase): Promise<void> {
  await db.insertInto('printers').values({ name: 'Line 1', position: 0, engine: 'virtual', config: '{}' }).execute();
  await db.insertInto('print_counters').values({ printer: 'Line 1', triggers: 3, trigger_bounces: 1, printed_labels: 2 }).execute();
  await db
    .insertInto('jobs')
    .values({
      id: 'job-1',
      printer: 'Line 1',
      position: 1,
      state: 'queued',
      description: 'Golden job',
      label_name: 'Golden label',
      label_data: null,
      label_revision: 4,
      table_name: 'Golden table',
      key_column: 'Key',
      key: 'a',
      row: 0,
      copies: 10,
      started: 3,
      printed: 2,
      voided: 0,
      created: MOMENT,
    })
    .execute();
  await db.insertInto('label_documents').values({ hash: 'hash-1', document: DOCUMENT }).execute();
  for (const state of ['printed', 'sent'] as const) {
    await db
      .insertInto('prints')
      .values({
        printer: 'Line 1',
        job: 'job-1',
        label_name: 'Golden label',
        document_hash: 'hash-1',
        table_name: 'Golden table',
        key: 'a',
        print_values: JSON.stringify({ moment: { epochMs: MOMENT, timeZone: 'Europe/Berlin' }, variables: [['Lot', 'L-1']], counters: [] }),
        hdpi: 300,
        vdpi: 300,
        picture_hash: 'picture-1',
        state,
        reason: null,
        reserved: MOMENT,
        settled: MOMENT,
      })
      .execute();
  }
  await db
    .insertInto('history_minutes')
    .values({ printer: 'Line 1', minute: MOMENT / 60_000, count: 2 })
    .execute();
  await db
    .insertInto('history_quarters')
    .values({ printer: 'Line 1', quarter: MOMENT / 900_000, count: 2 })
    .execute();
  await db
    .insertInto('idempotency_keys')
    .values({ key: 'key-1', request_hash: 'request-1', status: 202, body: '{"result":"printing"}', created: MOMENT })
    .execute();
}

async function fillStation(db: StationDatabase): Promise<void> {
  await db.insertInto('settings').values({ key: 'language', value: 'en' }).execute();
  await db
    .insertInto('connections')
    .values([
      { id: 'c-1', name: 'Packing hall', url: 'http://192.0.2.10:7311', position: 0, controller_id: 'golden' },
      { id: 'c-2', name: 'New line', url: 'http://192.0.2.11:7311', position: 1, controller_id: null },
    ])
    .execute();
  await db
    .insertInto('alarms')
    .values({ id: 'alarm-1', alarm: JSON.stringify(ALARM) })
    .execute();
  await db
    .insertInto('journal')
    .values({
      ...{ at: MOMENT, event: 'alarm-raised', subject: ALARM.kind, connection: 'c-1', controller: 'Packing hall', printer: 'Line 1' },
      ...{ detail: ALARM.detail, reason: '', person: '', folded: 'ink low' },
    })
    .execute();
  await db
    .insertInto('drafts')
    .values({
      ...{ connection: 'c-1', kind: 'variable', name: 'Lot', content: '{"value":"L-2"}', base: '{"value":"L-1"}' },
      ...{ state: 'waiting', reason: null, person: 'Ada', saved_at: MOMENT },
    })
    .execute();
  await db
    .insertInto('last_answers')
    .values({ connection: 'c-1', operation: 'variables.get', name: 'Lot', question: '{}', answer: '{"value":"L-1"}', at: MOMENT })
    .execute();
}
