import { statSync } from 'node:fs';
import { join } from 'node:path';
import { backupNames } from '#storage/backup/backup-folder.ts';
import { restoreFileOf } from '#storage/backup/swap-database.ts';
import { logOf } from '#storage/empty-log.ts';
import { backupsIn, databaseIn } from './data-folder.ts';

/** How long the longest file is that a start may have to read: its database with the log, or what takes its place. 0 before the first start. */
export async function bytesToLookThrough(dataFolder: string): Promise<number> {
  const database = databaseIn(dataFolder);
  const backups = await sizesOfBackups(backupsIn(dataFolder));
  return Math.max(sizeOf(database) + sizeOf(logOf(database)), sizeOf(restoreFileOf(database)), ...backups);
}

async function sizesOfBackups(folder: string): Promise<number[]> {
  try {
    return (await backupNames(folder)).map((name) => sizeOf(join(folder, name)));
  } catch {
    // What cannot be read is not restored either.
    return [];
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
