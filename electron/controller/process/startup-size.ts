import { statSync } from 'node:fs';
import { join } from 'node:path';
import { backupNames } from '#storage/backup/backup-folder.ts';
import { restoreFileOf } from '#storage/backup/swap-database.ts';
import { walFileOf } from '#storage/wal/closed-wal.ts';
import { backupFolderIn, databaseFileIn } from '../platform/data-folder-paths.ts';

/**
 * The size of the largest file that a start may have to read: the database with its write-ahead log, or a backup that replaces it. 0 before
 * the first start.
 */
export async function startupReadBytes(dataFolder: string): Promise<number> {
  const database = databaseFileIn(dataFolder);
  const backups = await sizesOfBackups(backupFolderIn(dataFolder));
  return Math.max(sizeOf(database) + sizeOf(walFileOf(database)), sizeOf(restoreFileOf(database)), ...backups);
}

async function sizesOfBackups(folder: string): Promise<number[]> {
  try {
    return (await backupNames(folder)).map((name) => sizeOf(join(folder, name)));
  } catch {
    // A folder that cannot be read has no backups to restore.
    return [];
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
