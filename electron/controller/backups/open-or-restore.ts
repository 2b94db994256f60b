import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backupNames, newestFirst } from '#storage/backup/backup-folder.ts';
import { headOf, InvalidBackupError } from '#storage/backup/backup-file.ts';
import { restoreFileOf, takeRestored } from '#storage/backup/swap-database.ts';
import { NewerBackupError, unpackBackup } from '#storage/backup/unpack-backup.ts';
import { CONTROLLER_MIGRATIONS, openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { markWalClosed } from '#storage/wal/closed-wal.ts';
import type { HighWaterMarks } from '#storage/high-water.ts';
import type { DiskListener } from '#storage/database/kysely-database.ts';
import { isFromNewerProgram } from '#storage/migrations/newer-program.ts';
import { isOnReadOnlyDisk } from '#storage/files/read-only-disk.ts';
import { DamagedDatabaseError, isOutOfSpace } from '#storage/integrity/sqlite-failure.ts';
import { backupFolderIn, databaseFileIn } from '../platform/data-folder-paths.ts';
import type { Log } from '#process/log.ts';
import { noteLostLog } from './missing-wal.ts';

export interface EnterOptions {
  dataFolder: string;
  /** The high-water marks of the last run, stored outside the database. */
  before: HighWaterMarks | 'lost' | undefined;
  now: () => number;
  log: Log;
}

export interface OpenOptions extends EnterOptions {
  disk: DiskListener;
}

/** The state of a data folder before its database is opened. */
interface PreparedFolder {
  /** Whether the write-ahead log of the last run is missing or incomplete. */
  isWalLost: boolean;
  /** Whether the disk is read-only. */
  isReadOnly: boolean;
}

interface Opened extends PreparedFolder {
  db: ControllerDatabase;
  files: { database: string; backups: string };
}

/**
 * Prepares a locked data folder. Must run before the database is opened for any purpose: puts a prepared restore in place, and detects an
 * incomplete write-ahead log.
 */
export function prepareFolder({ dataFolder, before, now, log }: EnterOptions): PreparedFolder {
  const database = databaseFileIn(dataFolder);
  const isReadOnly = isOnReadOnlyDisk(database);
  if (!isReadOnly && takeRestored(database, now())) return { isReadOnly, isWalLost: false };
  // The log of a newer program is not touched, since its database is refused anyway.
  if (isFromNewerProgram(database, CONTROLLER_MIGRATIONS)) return { isReadOnly, isWalLost: false };
  return { isReadOnly, isWalLost: noteLostLog(database, { before, isReadOnly, now, log }) };
}

/** Opens the database of a locked folder. Throws a `DamagedDatabaseError`, and what `openControllerDatabase` throws. */
export async function openAlone(options: OpenOptions): Promise<Opened> {
  return open(options, prepareFolder(options));
}

/**
 * The same for a controller. B7: moves a damaged database aside and restores the newest valid backup. Throws a `DamagedDatabaseError` when
 * there is none.
 */
export async function openOrRestore(options: OpenOptions): Promise<Opened> {
  const entered = prepareFolder(options);
  try {
    return await open(options, entered);
  } catch (error) {
    const files = filesIn(options.dataFolder);
    if (!(error instanceof DamagedDatabaseError) || entered.isReadOnly || !(await prepareNewestBackup(files, options, error))) throw error;
    takeRestored(files.database, options.now());
    return { db: openControllerDatabase(files.database, options.disk), files, ...entered };
  }
}

async function open(options: OpenOptions, entered: PreparedFolder): Promise<Opened> {
  const files = filesIn(options.dataFolder);
  await refuseEmptied(files, options);
  return { db: openControllerDatabase(files.database, options.disk, { isSuspect: entered.isWalLost }), files, ...entered };
}

function filesIn(dataFolder: string): Opened['files'] {
  return { database: databaseFileIn(dataFolder), backups: backupFolderIn(dataFolder) };
}

/** SQLite treats an empty file as a new database. If the folder was in use or has backups, the file was truncated. */
async function refuseEmptied({ database, backups }: Opened['files'], { before }: EnterOptions): Promise<void> {
  if (!existsSync(database) || statSync(database).size > 0) return;
  if (before === undefined && (await backupNames(backups)).length === 0) return;
  throw new DamagedDatabaseError(`The database ${database} cannot be opened: it is empty`, 'it is 0 bytes long');
}

/** Closes the database so that the next start recognises an orderly end. */
export async function closeInOrder({ db, files, isReadOnly }: Pick<Opened, 'db' | 'files' | 'isReadOnly'>): Promise<void> {
  await db.destroy();
  if (!isReadOnly) markWalClosed(files.database);
}

/** Prepares the newest valid backup; false when there is none. */
async function prepareNewestBackup({ database, backups }: Opened['files'], options: EnterOptions, damage: Error): Promise<boolean> {
  const { log } = options;
  for (const name of await inOrder(backups, options)) {
    try {
      await unpackBackup({ file: join(backups, name), database: restoreFileOf(database), newestSchema: CONTROLLER_MIGRATIONS.length });
      log.error(`the database is damaged: it is moved aside and replaced by the backup ${name}`, damage);
      return true;
    } catch (error) {
      // An older backup needs space too.
      if (isOutOfSpace(error)) throw error;
      log.error(`the backup ${name} cannot be restored`, error);
      // The damaged database belongs to the newer program too. An older backup would hide later prints, so a person has to decide.
      if (error instanceof NewerBackupError) return false;
    }
  }
  return false;
}

async function inOrder(folder: string, { log, now }: EnterOptions): Promise<string[]> {
  const found: { name: string; made: number }[] = [];
  for (const name of await backupNames(folder)) {
    const made = await madeAt(join(folder, name), log);
    if (made !== undefined) found.push({ name, made });
  }
  const order = newestFirst(now());
  return found.sort((a, b) => order(a.made, b.made)).map(({ name }) => name);
}

/** A backup that cannot be read does not prevent the use of others. */
async function madeAt(file: string, log: Log): Promise<number | undefined> {
  try {
    return (await headOf(file)).made;
  } catch (error) {
    if (!(error instanceof InvalidBackupError)) log.error(`the backup ${file} cannot be read`, error);
    return undefined;
  }
}
