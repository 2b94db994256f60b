import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backupNames, newestFirst } from '#storage/backup/backup-folder.ts';
import { headOf, NoBackupError } from '#storage/backup/backup-file.ts';
import { restoreFileOf, takeRestored } from '#storage/backup/swap-database.ts';
import { NewerBackupError, unpackBackup } from '#storage/backup/unpack-backup.ts';
import { CONTROLLER_MIGRATIONS, openControllerDatabase } from '#storage/controller-database.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';
import { leaveEmptyLog } from '#storage/empty-log.ts';
import type { Marks } from '#storage/high-water.ts';
import type { DiskListener } from '#storage/kysely-database.ts';
import { isFromNewerProgram } from '#storage/newer-program.ts';
import { isOnReadOnlyDisk } from '#storage/read-only-disk.ts';
import { DamagedDatabaseError, isOutOfSpace } from '#storage/sqlite-failure.ts';
import { backupsIn, databaseIn } from '../data-folder.ts';
import type { Log } from '../engines/log.ts';
import { noteLostLog } from './lost-log.ts';

export interface EnterOptions {
  dataFolder: string;
  /** How far the last run came, by what it has left beside the database. */
  before: Marks | 'lost' | undefined;
  now: () => number;
  log: Log;
}

export interface OpenOptions extends EnterOptions {
  disk: DiskListener;
}

/** What was found in a data folder before its database is opened. */
interface Entered {
  /** Of the log that the last run wrote, all or a part is gone. */
  isLogLost: boolean;
  /** The disk takes no change. */
  isReadOnly: boolean;
}

interface Opened extends Entered {
  db: ControllerDatabase;
  files: { database: string; backups: string };
}

/**
 * Comes before anybody opens the database of a folder that nobody else holds, whatever for: what a restore has laid ready takes its place, and
 * a log that is not whole is known from then on.
 */
export function enterFolder({ dataFolder, before, now, log }: EnterOptions): Entered {
  const database = databaseIn(dataFolder);
  const isReadOnly = isOnReadOnlyDisk(database);
  if (!isReadOnly && takeRestored(database, now())) return { isReadOnly, isLogLost: false };
  // A newer program's log is its own matter: nothing is moved or marked beside a database that is refused anyway.
  if (isFromNewerProgram(database, CONTROLLER_MIGRATIONS)) return { isReadOnly, isLogLost: false };
  return { isReadOnly, isLogLost: noteLostLog(database, { before, isReadOnly, now, log }) };
}

/** Opens the database of a folder that nobody else holds. Throws a `DamagedDatabaseError`, and what `openControllerDatabase` throws. */
export async function openAlone(options: OpenOptions): Promise<Opened> {
  return open(options, enterFolder(options));
}

/**
 * The same for a controller. B7: a database that is damaged is moved aside, and the newest backup that is sound takes its place. Throws a
 * `DamagedDatabaseError` where there is none.
 */
export async function openOrRestore(options: OpenOptions): Promise<Opened> {
  const entered = enterFolder(options);
  try {
    return await open(options, entered);
  } catch (error) {
    const files = filesIn(options.dataFolder);
    if (!(error instanceof DamagedDatabaseError) || entered.isReadOnly || !(await layNewestReady(files, options, error))) throw error;
    takeRestored(files.database, options.now());
    return { db: openControllerDatabase(files.database, options.disk), files, ...entered };
  }
}

async function open(options: OpenOptions, entered: Entered): Promise<Opened> {
  const files = filesIn(options.dataFolder);
  await refuseEmptied(files, options);
  return { db: openControllerDatabase(files.database, options.disk, { isSuspect: entered.isLogLost }), files, ...entered };
}

function filesIn(dataFolder: string): Opened['files'] {
  return { database: databaseIn(dataFolder), backups: backupsIn(dataFolder) };
}

/** SQLite takes a file without anything in it for a new database. One that was at work, or has backups, was emptied. */
async function refuseEmptied({ database, backups }: Opened['files'], { before }: EnterOptions): Promise<void> {
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
async function layNewestReady({ database, backups }: Opened['files'], options: EnterOptions, damage: Error): Promise<boolean> {
  const { log } = options;
  for (const name of await inOrder(backups, options)) {
    try {
      await unpackBackup({ file: join(backups, name), database: restoreFileOf(database), newestSchema: CONTROLLER_MIGRATIONS.length });
      log.error(`the database is damaged: it is moved aside, and the backup ${name} takes its place`, damage);
      return true;
    } catch (error) {
      // Only room for it is something that an older one lacks too.
      if (isOutOfSpace(error)) throw error;
      log.error(`the backup ${name} cannot be restored`, error);
      // The damaged database is the newer program's too: an older backup would hide what was printed since. A person decides.
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

/** One that cannot be read keeps nobody from the others. */
async function madeAt(file: string, log: Log): Promise<number | undefined> {
  try {
    return (await headOf(file)).made;
  } catch (error) {
    if (!(error instanceof NoBackupError)) log.error(`the backup ${file} cannot be read`, error);
    return undefined;
  }
}
