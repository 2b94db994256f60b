import { afterEach, beforeEach, expect, it } from 'vitest';
import { HandoverNotes, storedNotesSchema } from '#station/handover-notes/handover-notes.ts';
import { StoredSetting } from '#station/platform/stored-setting.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import type { StationDatabase } from '#storage/database/station-schema.ts';

let db: StationDatabase;
let now = 0;

beforeEach(() => {
  db = openStationDatabase(':memory:');
  now = 1_000;
});

afterEach(() => db.destroy());

async function started(): Promise<HandoverNotes> {
  const store = new StoredSetting(db, 'handover-notes', storedNotesSchema);
  const report = (error: unknown): void => expect.fail(String(error));
  const notes = new HandoverNotes({ store, now: () => now, newId: () => `n${now}`, report });
  await notes.start();
  return notes;
}

const textsOf = (notes: HandoverNotes, line: string) =>
  notes
    .feedOf(line)
    .snapshot()
    .notes.map(({ text }) => text);

it('keeps the notes of each line over a restart, newest first, with time and name', async () => {
  const before = await started();
  await before.add('l1', { by: 'Ana', text: 'Head 2 drips.' });
  now = 2_000;
  await before.add('l1', { by: 'Ben', text: 'Head 2 was cleaned.' });
  await before.add('l2', { by: 'Ana', text: 'Other line.' });
  expect((await started()).feedOf('l1').snapshot().notes).toEqual([
    { id: 'n2000', at: 2_000, by: 'Ben', text: 'Head 2 was cleaned.' },
    { id: 'n1000', at: 1_000, by: 'Ana', text: 'Head 2 drips.' },
  ]);
});

it('keeps the newest fifty notes of a line, and none of a removed line', async () => {
  const notes = await started();
  for (now = 1; now <= 51; now += 1) await notes.add('l1', { by: 'Ana', text: `Note ${now}` });
  expect([textsOf(notes, 'l1').length, textsOf(notes, 'l1')[0], textsOf(notes, 'l1').at(-1)]).toEqual([50, 'Note 51', 'Note 2']);
  await notes.forgetLine('l1');
  expect(textsOf(await started(), 'l1')).toEqual([]);
});

it('tells those who watch this line, and no others', async () => {
  const notes = await started();
  const seen: string[] = [];
  notes.feedOf('l1').subscribe((event) => seen.push(`l1: ${event.notes.length}`));
  notes.feedOf('l2').subscribe((event) => seen.push(`l2: ${event.notes.length}`));
  await notes.add('l1', { by: 'Ana', text: 'Hello' });
  expect(seen).toEqual(['l1: 1']);
});
