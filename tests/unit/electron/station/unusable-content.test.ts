import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '#station/platform/system-clock.ts';
import { UnsavedEditStore } from '#station/unsaved-edits/unsaved-edit-store.ts';
import { Station } from '#station/station.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import type { StationDatabase } from '#storage/database/station-schema.ts';

const MOMENT = Date.UTC(2026, 10, 21, 6);
let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

const setting = (key: string, value: string) => (db: StationDatabase) => db.insertInto('settings').values({ key, value }).execute();
const CONNECTION = { id: 'c-1', name: 'Packing hall', url: 'http://127.0.0.1:9', position: 0, controller_id: 'golden' };
const DRAFT = {
  ...{ connection: 'c-1', kind: 'variable', name: 'Lot', content: '{', base: null },
  ...{ state: 'waiting', reason: null, person: 'Ada', saved_at: MOMENT },
};
const ANSWER = { connection: 'c-1', operation: 'variables.get', name: 'Lot', question: '{}', answer: '{', at: MOMENT };

/** A stored row of each kind that this version cannot read. */
const PLANTED: readonly [string, (db: StationDatabase) => Promise<unknown>][] = [
  ['the lines', setting('lines', '{')],
  ['one line', setting('lines', '[{"id":7}]')],
  ['the order of connections', setting('connection-order', '7')],
  ['a trusted certificate', setting('connection-certificate:c-1', 'no certificate')],
  [
    'the address of a connection',
    (db) =>
      db
        .insertInto('connections')
        .values({ ...CONNECTION, id: 'c-2', url: 'nowhere' })
        .execute(),
  ],
  ['an alarm', (db) => db.insertInto('alarms').values({ id: 'a-1', alarm: '{' }).execute()],
  ['a unsavedEdit', (db) => db.insertInto('unsaved_edits').values(DRAFT).execute()],
  [
    'a unsavedEdit of an unknown kind',
    (db) =>
      db
        .insertInto('unsaved_edits')
        .values({ ...DRAFT, kind: 'hologram' })
        .execute(),
  ],
  ['a last answer', (db) => db.insertInto('last_answers').values(ANSWER).execute()],
];

async function start(plant: (db: StationDatabase) => Promise<unknown>): Promise<{ db: StationDatabase; station: Station }> {
  const db = openStationDatabase(':memory:');
  await db.insertInto('connections').values(CONNECTION).execute();
  await plant(db);
  const station = new Station({
    ...{ db, clock: systemClock, random: Math.random, newId: randomUUID, report: () => undefined, controllers: [] },
    ...{ version: '0.0.0', kind: 'headless', launcher: undefined },
  });
  close = async () => {
    await station.stop();
    await db.destroy();
  };
  await station.start();
  return { db, station };
}

describe.each(PLANTED)('stored %s that a station cannot read', (_what, plant) => {
  it('does not keep it from starting and connecting', async () => {
    const { db } = await start(plant);
    expect(await db.selectFrom('connections').select('name').where('id', '=', 'c-1').execute()).toEqual([{ name: 'Packing hall' }]);
  });
});

it('lines that cannot be read are copied, since the next change overwrites all lines', async () => {
  const { db } = await start(setting('lines', '[{"id":7}]'));
  expect(await db.selectFrom('settings').select('value').where('key', '=', 'lines-unusable').execute()).toEqual([{ value: '[{"id":7}]' }]);
});

it('an unsaved edit that cannot be read is refused with its name', async () => {
  const { db } = await start((database) => database.insertInto('unsaved_edits').values(DRAFT).execute());
  await expect(new UnsavedEditStore(db).content({ connection: 'c-1', kind: 'variable', name: 'Lot' })).rejects.toMatchObject({
    slug: 'content-unusable',
    message: expect.stringContaining('"Lot"') as string,
  });
});
