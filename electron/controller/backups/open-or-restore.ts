import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backupNames } from '#storage/backup/backup-folder.ts';
import { headOf, NoBackupError } from '#storage/backup/backup-file.ts';
import { moveLogAside, restoreFileOf, takeRestored } from '#storage/backup/swap-database.ts';
import { unpackBackup } from '#storage/backup/unpack-backup.ts';
import { CONTROLLER_MIGRATIONS, openControllerDatabase } from '#storage/controller-database.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';
import { leaveEmptyLog, logOf } from '#storage/empty-log.ts';
import type { Marks } from '#storage/high-water.ts';
import type { DiskListener } from '#storage/kysely-database.ts';
import { findLogLoss } from '#storage/log-loss.ts';
import { isOnReadOnlyDisk } from '#storage/read-only-disk.ts';
import { DamagedDatabaseError } from '#storage/sqlite-failure.ts';
import type { Log } from '../engines/log.ts';

export interface OpenOptions {
  dataFolder: string;
  disk: DiskListener;
  /** How far the last run came, by what it has left beside the database. */
  before: Marks | 'lost' | undefined;
  now: () => number;
  log: Log;
}

interface Opened {
  db: ControllerDatabase;
  files: { database: string; backups: string };
  /** Of the log that the last run wrote, all or a part is gone. */
  isLogLost: boolean;
  /** The disk takes no change: the database was opened to be read. */
  isReadOnly: boolean;
}

/** The database of a data folder. */
export function databaseIn(dataFolder: string): string {
  return join(dataFolder, 'controller.db');
}

/** The folder of its backups. */
export function backupsIn(dataFolder: string): string {
  return join(dataFolder, 'backups');
}

/**
 * Opens the controller's database; what a restore has laid ready takes its place before. B7: one that is damaged is moved aside, and the newest
 * backup that is sound takes its place. Throws a `DamagedDatabaseError` where there is none, and what `openControllerDatabase` throws.
 */
export async function openOrRestore(options: OpenOptions): Promise<Opened> {
  const { dataFolder, disk, now } = options;
  const files = { database: databaseIn(dataFolder), backups: backupsIn(dataFolder) };
  const isReadOnly = isOnReadOnlyDisk(files.database);
  const isReplaced = !isReadOnly && takeRestored(files.database, now());
  const isLogLost = !isReplaced && losesLog(files.database, { ...options, isReadOnly });
  try {
    await refuseEmptied(files, options);
    return { db: openControllerDatabase(files.database, disk, { isSuspect: isLogLost }), files, isLogLost, isReadOnly };
  } catch (error) {
    if (!(error instanceof DamagedDatabaseError) || isReadOnly || !(await layNewestReady(files, options, error))) throw error;
    takeRestored(files.database, now());
    return { db: openControllerDatabase(files.database, disk), files, isLogLost, isReadOnly };
  }
}

/** B8: whether part of the database's log is gone. One that is not its own is moved aside before SQLite meets it. */
function losesLog(database: string, { before, now, log, isReadOnly }: OpenOptions & { isReadOnly: boolean }): boolean {
  if (!existsSync(database)) return false;
  const loss = findLogLoss(database, before === 'lost' ? undefined : before);
  if (loss === undefined) return false;
  if (loss === 'foreign' && !isReadOnly) moveLogAside(database, now());
  log.error(`${logOf(database)} is not the whole log of the last run (${loss}): what was written last is missing`);
  return true;
}

/** SQLite takes a file without anything in it for a new database. One that was at work, or has backups, was emptied. */
async function refuseEmptied({ database, backups }: Opened['files'], { before }: OpenOptions): Promise<void> {
  if (!existsSync(database) || statSync(database).size > 0) return;
  if (before === undefined && (await backupNames(backups)).length === 0) return;
  throw new DamagedDatabaseError(`The database ${database} cannot be opened: there is nothing in it`, 'it is 0 bytes long');
}

/** Closes what was opened, so that the next start knows that it was closed in order. */
export async function closeInOrder({ db, files, isReadOnly }: Pick<Opened, 'db' | 'files' | 'isReadOnly'>): Promise<void> {
  await db.destroy();
  if (!isReadOnly) leaveEmptyLog(files.database);
}

/** False when no backup is sound. */
async function layNewestReady({ database, backups }: Opened['files'], { log }: OpenOptions, damage: Error): Promise<boolean> {
  for (const name of await newestFirst(backups)) {
    try {
      await unpackBackup({ file: join(backups, name), database: restoreFileOf(database), newestSchema: CONTROLLER_MIGRATIONS.length });
      log.error(`the database is damaged: it is moved aside, and the backup ${name} takes its place`, damage);
      return true;
    } catch (error) {
      if (!(error instanceof NoBackupError)) throw error;
      log.error(`the backup ${name} cannot be restored`, error);
    }
  }
  return false;
}

async function newestFirst(folder: string): Promise<string[]> {
  const found: { name: string; made: number }[] = [];
  for (const name of await backupNames(folder)) {
    const made = await madeAt(join(folder, name));
    if (made !== undefined) found.push({ name, made });
  }
  return found.sort((a, b) => b.made - a.made).map(({ name }) => name);
}

async function madeAt(file: string): Promise<number | undefined> {
  try {
    return (await headOf(file)).made;
  } catch (error) {
    if (error instanceof NoBackupError) return undefined;
    throw error;
  }
}
