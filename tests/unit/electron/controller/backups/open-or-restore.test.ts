import { mkdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openOrRestore } from '#controller/backups/open-or-restore.ts';
import { silentLog } from '#process/log.ts';
import { makeBackup } from '#storage/backup/make-backup.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const YESTERDAY = Date.UTC(2026, 10, 21, 6);
const TODAY = Date.UTC(2026, 10, 22, 6);
const YEARS_AHEAD = Date.UTC(2036, 10, 1);

it.each([
  ['the newest', [YESTERDAY - 1, YESTERDAY], YESTERDAY],
  ['C2 the newest before one that was made while the clock showed a time years ahead', [YEARS_AHEAD, YESTERDAY], YESTERDAY],
  ['C2 the newest while the clock itself shows a time before all of them', [YEARS_AHEAD - 1, YEARS_AHEAD], YEARS_AHEAD],
])('a damaged database is replaced by a backup: %s', async (_name, moments, taken) => {
  const dataFolder = temporaryFolder();
  const database = join(dataFolder, 'controller.db');
  mkdirSync(join(dataFolder, 'backups'));
  const db = openControllerDatabase(database);
  await db.insertInto('settings').values({ key: 'made', value: '' }).execute();
  for (const now of moments) {
    await db
      .updateTable('settings')
      .set({ value: String(now) })
      .where('key', '=', 'made')
      .execute();
    await makeBackup({ database, file: join(dataFolder, 'backups', `${now}.strobe-backup`), program: '1.2.3', now });
  }
  await db.destroy();
  truncateSync(database, 10_000);
  const opened = await openOrRestore({ dataFolder, before: undefined, now: () => TODAY, disk: {}, log: silentLog });
  const { value } = await opened.db.selectFrom('settings').select('value').where('key', '=', 'made').executeTakeFirstOrThrow();
  await opened.db.destroy();
  expect(value).toBe(String(taken));
});
