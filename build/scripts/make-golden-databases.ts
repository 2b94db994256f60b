/**
 * `npm run golden-databases`: creates the golden databases of the current versions (`tests/fixtures/databases`). They represent databases
 * in the field: the tests start the current program on them, print from them, and check that their prints render to the same bits. An
 * existing one is replaced only with `--replace`, which is right only before its version is released.
 */
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { CONTROLLER_MIGRATIONS } from '#storage/database/controller-database.ts';
import { openStationDatabase, STATION_MIGRATIONS } from '#storage/database/station-database.ts';
import { makeGoldenController } from './golden-controller.ts';
import { copyDatabase } from './golden-service.ts';

const FOLDER = join(import.meta.dirname, '../../tests/fixtures/databases');
const MOMENT = Date.UTC(2026, 10, 21, 6);
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
const { values } = parseArgs({ options: { replace: { type: 'boolean', default: false } } });
await make(`controller-${CONTROLLER_MIGRATIONS.length}.db`, makeGoldenController);
await make(`station-${STATION_MIGRATIONS.length}.db`, makeGoldenStation);
process.exit(0);

async function make(name: string, fill: (file: string) => Promise<void>): Promise<void> {
  const file = join(FOLDER, name);
  if (existsSync(file) && !values.replace) {
    console.log(`${name} already exists`);
    return;
  }
  const unfinished = join(mkdtempSync(join(FOLDER, 'unfinished-')), name);
  try {
    await fill(unfinished);
    renameSync(unfinished, file);
  } finally {
    rmSync(dirname(unfinished), { recursive: true, force: true });
  }
  console.log(`${name} written`);
}

async function makeGoldenStation(file: string): Promise<void> {
  const db = openStationDatabase(`${file}.work`);
  await fillStation(db);
  copyDatabase(`${file}.work`, file);
  await db.destroy();
}

async function fillStation(db: ReturnType<typeof openStationDatabase>): Promise<void> {
  await db
    .insertInto('settings')
    .values([
      { key: 'lines', value: JSON.stringify([{ id: 'line-1', name: 'Line A', printers: [{ connection: 'c-1', printer: 'Line 1' }] }]) },
      { key: 'connection-order', value: JSON.stringify(['c-2', 'c-1']) },
      { key: 'connection-name:c-2', value: 'Second hall' },
      { key: 'connection-key:c-1', value: 'golden-key' },
    ])
    .execute();
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
    .insertInto('event_log')
    .values({
      ...{ at: MOMENT, event: 'alarm-raised', subject: ALARM.kind, connection: 'c-1', controller: 'Packing hall', printer: 'Line 1' },
      ...{ detail: ALARM.detail, reason: '', person: '', folded: 'ink low' },
    })
    .execute();
  await db
    .insertInto('unsaved_edits')
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
