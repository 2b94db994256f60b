import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { watchStationFolder } from '#station/process/watch-station-folder.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import { ManualClock } from '#support/manual-clock.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

it('B15 a station logs that its data folder is lost, and that it is back', async () => {
  const parent = temporaryFolder();
  const [folder, away] = [join(parent, 'data'), join(parent, 'away')];
  mkdirSync(folder);
  const database = join(folder, 'station.db');
  const db = openStationDatabase(database);
  const clock = new ManualClock();
  const said: string[] = [];
  const log = { warn: (line: string) => said.push(line), report: (error: unknown) => String(said.push(String(error))) };
  const watch = watchStationFolder({ folder, database, clock, log });
  onTestFinished(async () => {
    watch.stop();
    await db.destroy();
  });
  clock.advance(2_000);
  expect(said).toEqual([]);
  renameSync(folder, away);
  clock.advance(2_000);
  expect(said).toEqual([
    `FolderLostError: The data folder ${folder} is no longer the one that this program has opened: ${folder} was moved or deleted.`,
  ]);
  renameSync(away, folder);
  clock.advance(2_000);
  expect(said.at(-1)).toBe(`the data folder ${folder} is back`);
});
