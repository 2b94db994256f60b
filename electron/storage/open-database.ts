import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Kysely, SqliteDialect } from 'kysely';
import { findDamage, tablesOf } from './check-pages.ts';
import { EMPTY_LOG } from './disk-room.ts';
import { IN_ORDER, logOf } from './empty-log.ts';
import { asKyselyDatabase, type DiskListener } from './kysely-database.ts';
import { isMarkedDamaged, unmarkDamaged } from './later-check.ts';
import { LogSync } from './log-sync.ts';
import { LogWitness } from './log-witness.ts';
import { judgeVersion, migrate, OtherVersionError, WrongVersionError, type Migration } from './migrate.ts';
import { lendConnection } from './open-transactions.ts';
import { isOnReadOnlyDisk } from './read-only-disk.ts';
import { DamagedDatabaseError, isDamage, isWithoutRoom } from './sqlite-failure.ts';

/** Pages of the file that are kept in memory, in kilobytes: the tables and queues that are at work. SQLite's own 2 MB hold no table of 10 000 rows. */
const CACHE_KB = 16 * 1_024;

/** What the log keeps of the disk once it is put away, however long it was before. */
const LOG_BYTES = 16 * 1_024 * 1_024;

const IN_MEMORY = ':memory:';

export interface OpenDatabaseOptions {
  /** Path of the database file, or `:memory:`. */
  file: string;
  migrations: readonly Migration[];
  disk?: DiskListener;
  /** Tables that are not looked at for damage here, but by a `LaterCheck`. */
  checkedLater?: readonly string[];
  /** How the names of tables begin that are made and removed while it is used. */
  rowTables?: string;
  /** A file beside it says how far its log was durable, for `findLogLoss`. */
  hasWitness?: boolean;
  /** Part of its log is lost: pages of different times may stand beside each other, and all tables are looked at thoroughly. */
  isSuspect?: boolean;
}

/**
 * Opens a database, brings it to the newest version, and gives it to Kysely. SQLite writes commits to its log
 * (WAL, synchronous=NORMAL) and `Durability` makes them durable, beside the event loop: with FULL every commit would hold up the whole process
 * for as long as the disk takes. Throws an error that names the file and says
 * what to do when the file is newer than this program, damaged, or no database. On a full disk and on a read-only one it can be read.
 */
export function openDatabase<Schema>(options: OpenDatabaseOptions): Kysely<Schema> {
  const { file, disk = {} } = options;
  try {
    const isReadOnly = file !== IN_MEMORY && isOnReadOnlyDisk(file);
    const database = isReadOnly ? looked(connectReading(file), options) : prepared(connect(file), options);
    const connection = asKyselyDatabase(database, disk, file === IN_MEMORY || isReadOnly ? undefined : syncOf(options));
    const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) });
    lendConnection(db, connection);
    return db;
  } catch (error) {
    throw cannotBeOpened(file, error);
  }
}

function syncOf({ file, disk, hasWitness = false }: OpenDatabaseOptions): LogSync {
  return new LogSync(file, hasWitness ? new LogWitness(file, disk?.onUnwitnessed) : undefined);
}

/**
 * B6: where nothing can be written there is no index of the log either. With a log SQLite makes one in memory of it; without, the file changes
 * under nobody and is read as it is, by this connection alone.
 */
function connectReading(file: string): DatabaseSync {
  const hasLog = (statSync(logOf(file), { throwIfNoEntry: false })?.size ?? 0) > IN_ORDER.length;
  const location = hasLog ? file : `${pathToFileURL(file).href}?immutable=1`;
  const database = new DatabaseSync(location, { readOnly: true, timeout: 5_000, enableForeignKeyConstraints: true });
  return closedUnless(database, () => {
    database.exec(`${hasLog ? '' : 'PRAGMA locking_mode = EXCLUSIVE; '}PRAGMA cache_size = -${CACHE_KB};`);
  });
}

/** A full disk has no room for the index of the log either: it is kept in memory then, where no other process sees the file. */
function connect(file: string): DatabaseSync {
  try {
    return connectLocking(file, 'NORMAL');
  } catch (error) {
    if (!isWithoutRoom(error)) throw error;
    return connectLocking(file, 'EXCLUSIVE');
  }
}

function connectLocking(file: string, mode: 'NORMAL' | 'EXCLUSIVE'): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true });
  return closedUnless(database, () => {
    database.exec(
      `PRAGMA locking_mode = ${mode}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = ${LOG_BYTES}; PRAGMA cache_size = -${CACHE_KB};`,
    );
  });
}

function prepared(database: DatabaseSync, options: OpenDatabaseOptions): DatabaseSync {
  return closedUnless(database, () => {
    // Before any check: what a newer program has made is not called damaged, whatever state it is in.
    judgeVersion(database, options);
    emptyLog(database);
    checkPages(database, options);
    migrate(database, options.migrations, options.rowTables);
  });
}

/** As it is: what a newer program would change waits for a disk that can be written. */
function looked(database: DatabaseSync, options: OpenDatabaseOptions): DatabaseSync {
  return closedUnless(database, () => {
    judgeVersion(database, options);
    checkPages(database, options);
    migrate(database, options.migrations, options.rowTables);
  });
}

function closedUnless(database: DatabaseSync, work: () => void): DatabaseSync {
  try {
    work();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * What a run that ended by a failed sync left in the log may be in the computer's memory only: it is written anew, into the file itself. Where
 * there is no room for that, whoever opens it does so before anything else.
 */
function emptyLog(database: DatabaseSync): void {
  try {
    database.exec(EMPTY_LOG);
  } catch (error) {
    if (!isWithoutRoom(error)) throw error;
  }
}

/** Finds a damaged page before a print depends on it. Where damage was found before, all tables are looked at. */
function checkPages(database: DatabaseSync, { file, checkedLater = [], isSuspect = false }: OpenDatabaseOptions): void {
  const wasDamaged = isMarkedDamaged(file);
  const damage = findDamage(
    database,
    tablesOf(database).filter((table) => wasDamaged || isSuspect || !checkedLater.includes(table)),
    { isThorough: isSuspect },
  );
  if (damage !== undefined) throw new DamagedPages(damage);
  if (wasDamaged && !isOnReadOnlyDisk(file)) unmarkDamaged(file);
}

class DamagedPages extends Error {}

function cannotBeOpened(file: string, error: unknown): Error {
  const what = `The database ${file} cannot be opened`;
  if (error instanceof DamagedPages || error instanceof WrongVersionError || isDamage(error))
    return new DamagedDatabaseError(`${what}: it is damaged or no database`, error);
  if (error instanceof OtherVersionError) return new OtherVersionError(`${what}: ${error.message}`, { cause: error });
  if (file !== IN_MEMORY && isOnReadOnlyDisk(file)) {
    return new Error(`${what}: its disk is read-only. Make it writable and start again.`, { cause: error });
  }
  if (isWithoutRoom(error)) return new Error(`${what}: its disk is full. Make room on the disk and start again.`, { cause: error });
  return new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}
