import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BackgroundWrites } from '#station/platform/background-writes.ts';
import { LastSelections } from '#station/last-selections/last-selections.ts';
import { LastSelectionStore } from '#station/last-selections/last-selection-store.ts';
import type { StationDatabase } from '#storage/database/station-schema.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import { ManualClock } from '#support/manual-clock.ts';

let db: StationDatabase;
let writes: BackgroundWrites;
const clock = new ManualClock();
const changed = vi.fn();

beforeEach(() => {
  db = openStationDatabase(':memory:');
  writes = new BackgroundWrites({ db, clock, report: (error) => expect.fail(String(error)) });
  changed.mockClear();
});

afterEach(async () => {
  await writes.stop();
  await db.destroy();
});

/** The last selections as a station has them after its start. */
async function started(): Promise<LastSelections> {
  await writes.flush();
  const selections = new LastSelections({ now: () => clock.now(), store: new LastSelectionStore(db, writes), changed });
  await selections.start();
  return selections;
}

it('keeps the last selection of each printer over a restart, with its time', async () => {
  const before = await started();
  before.selected('c1', 'Dock 7', { labelName: 'Milk', queue: false });
  before.selected('c1', 'Dock 7', { labelName: 'Whey', queue: false, variables: { lot: 'A1' } });
  before.selected('c1', 'Dock 8', { labelName: 'Milk', tableName: 'Products', keyColumn: 'GTIN', key: '7', queue: true });
  const after = await started();
  expect(after.find('c1', 'Dock 7')).toEqual({ job: { labelName: 'Whey', queue: false }, at: clock.now() });
  expect(after.find('c1', 'Dock 8')?.job).toEqual({ labelName: 'Milk', tableName: 'Products', keyColumn: 'GTIN', key: '7', queue: true });
  expect(after.find('c2', 'Dock 7')).toBeUndefined();
});

it('forgets what was deselected, and a connection that was removed', async () => {
  const before = await started();
  for (const connection of ['c1', 'c2']) before.selected(connection, 'Dock 7', { labelName: 'Milk', queue: false });
  before.selected('c1', 'Dock 8', { labelName: 'Milk', queue: false });
  before.deselected('c1', 'Dock 8');
  before.forget('c2');
  const after = await started();
  expect([after.find('c1', 'Dock 7')?.job.labelName, after.find('c1', 'Dock 8'), after.find('c2', 'Dock 7')]).toEqual([
    'Milk',
    undefined,
    undefined,
  ]);
});

it('says which printer has changed, and nothing for a printer without a selection', async () => {
  const selections = await started();
  selections.deselected('c1', 'Dock 7');
  expect(changed).not.toHaveBeenCalled();
  selections.selected('c1', 'Dock 7', { labelName: 'Milk', queue: false });
  expect(changed.mock.calls).toEqual([['c1', 'Dock 7']]);
});
