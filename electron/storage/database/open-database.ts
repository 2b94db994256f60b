import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Kysely, SqliteDialect } from 'kysely';
import { findDamage, tablesOf } from '../integrity/find-damage.ts';
import { TRUNCATE_WAL } from './disk-space.ts';
import { CLOSED_IN_ORDER, walFileOf } from '../wal/closed-wal.ts';
import { asKyselyDatabase, type DiskListener } from './kysely-database.ts';
import { isMarkedDamaged, unmarkDamaged } from '../integrity/background-check.ts';
import { WalSync } from '../wal/wal-sync.ts';
import { DurablePosition } from '../wal/durable-position.ts';
import { judgeVersion, migrate, OtherVersionError, WrongVersionError, type Migration } from '../migrations/migrate.ts';
import { lendConnection } from './open-transactions.ts';
import { isOnReadOnlyDisk } from '../files/read-only-disk.ts';
import { DamagedDatabaseError, isDamage, isDiskFull } from '../integrity/sqlite-failure.ts';

/** SQLite's page cache. Its default of 2 MB is smaller than a table of 10 000 rows. */
const CACHE_KB = 16 * 1_024;

/** A larger WAL file is truncated to this size after a checkpoint. */
const WAL_SIZE_LIMIT = 16 * 1_024 * 1_024;

const IN_MEMORY = ':memory:';

export interface OpenDatabaseOptions {
  /** Path of the database file, or `:memory:`. */
  file: string;
  migrations: readonly Migration[];
  disk?: DiskListener;
  /** Tables that are checked for damage by a `BackgroundCheck`, not here. */
  checkedLater?: readonly string[];
  /** Name prefix of tables that are created and dropped at run time. */
  rowTables?: string;
  /** Records the durable position of the WAL in a file next to the database, for `findWalLoss`. */
  recordsDurablePosition?: boolean;
  /** Part of the WAL is lost, so pages of different times may be mixed: all tables get the thorough check. */
  isSuspect?: boolean;
}

/**
 * Opens a database, checks it for damage and migrates it. SQLite writes commits to the WAL without a sync (synchronous=NORMAL), and `Durability`
 * syncs it outside the event loop: with FULL every commit would block the whole process for as long as the disk takes. On a full or read-only disk
 * the database is opened for reading. Throws an error that names the file and what to do when it is damaged, no database, or of another version.
 */
export function openDatabase<Schema>(options: OpenDatabaseOptions): Kysely<Schema> {
  const { file, disk = {} } = options;
  try {
    const isReadOnly = file !== IN_MEMORY && isOnReadOnlyDisk(file);
    const database = isReadOnly ? checked(connectReadOnly(file), options) : prepared(connect(file), options);
    const connection = asKyselyDatabase(database, disk, file === IN_MEMORY || isReadOnly ? undefined : syncOf(options));
    const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) });
    lendConnection(db, connection);
    return db;
  } catch (error) {
    throw cannotBeOpened(file, error);
  }
}

function syncOf({ file, disk, recordsDurablePosition = false }: OpenDatabaseOptions): WalSync {
  return new WalSync(file, recordsDurablePosition ? new DurablePosition(file, disk?.onUnwitnessed) : undefined);
}

/**
 * B6: on a read-only disk the WAL index (`-shm`) cannot be created. If there is a WAL, SQLite builds the index in memory; otherwise the file cannot
 * change and is opened as immutable, by this connection only.
 */
function connectReadOnly(file: string): DatabaseSync {
  const hasWal = (statSync(walFileOf(file), { throwIfNoEntry: false })?.size ?? 0) > CLOSED_IN_ORDER.length;
  const location = hasWal ? file : `${pathToFileURL(file).href}?immutable=1`;
  const database = new DatabaseSync(location, { readOnly: true, timeout: 5_000, enableForeignKeyConstraints: true });
  return closedOnError(database, () => {
    database.exec(`${hasWal ? '' : 'PRAGMA locking_mode = EXCLUSIVE; '}PRAGMA cache_size = -${CACHE_KB};`);
  });
}

/** A full disk has no space for the WAL index: an exclusive connection keeps it in memory. */
function connect(file: string): DatabaseSync {
  try {
    return connectLocking(file, 'NORMAL');
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    return connectLocking(file, 'EXCLUSIVE');
  }
}

function connectLocking(file: string, mode: 'NORMAL' | 'EXCLUSIVE'): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true });
  return closedOnError(database, () => {
    database.exec(
      `PRAGMA locking_mode = ${mode}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = ${WAL_SIZE_LIMIT}; PRAGMA cache_size = -${CACHE_KB};`,
    );
  });
}

function prepared(database: DatabaseSync, options: OpenDatabaseOptions): DatabaseSync {
  return closedOnError(database, () => {
    // Before the check for damage: the database of a newer program must not be reported as damaged.
    judgeVersion(database, options);
    truncateWal(database);
    checkPages(database, options);
    migrate(database, options.migrations, options.rowTables);
  });
}

/** Checks a read-only database. Fails if it needs a migration. */
function checked(database: DatabaseSync, options: OpenDatabaseOptions): DatabaseSync {
  return closedOnError(database, () => {
    judgeVersion(database, options);
    checkPages(database, options);
    migrate(database, options.migrations, options.rowTables);
  });
}

function closedOnError(database: DatabaseSync, work: () => void): DatabaseSync {
  try {
    work();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Checkpoints the WAL of the run before: after a failed sync its content may be in the operating system's cache only, so it is written again, to
 * the database file. On a full disk the caller repeats it before its first write.
 */
function truncateWal(database: DatabaseSync): void {
  try {
    database.exec(TRUNCATE_WAL);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}

/** Finds damaged pages before a print reads them. Checks all tables when the database was marked as damaged before. */
function checkPages(database: DatabaseSync, { file, checkedLater = [], isSuspect = false }: OpenDatabaseOptions): void {
  const wasDamaged = isMarkedDamaged(file);
  const damage = findDamage(
    database,
    tablesOf(database).filter((table) => wasDamaged || isSuspect || !checkedLater.includes(table)),
    { isThorough: isSuspect },
  );
  if (damage !== undefined) throw new DamagedPagesError(damage);
  if (wasDamaged && !isOnReadOnlyDisk(file)) unmarkDamaged(file);
}

class DamagedPagesError extends Error {}

function cannotBeOpened(file: string, error: unknown): Error {
  const message = `The database ${file} cannot be opened`;
  if (error instanceof DamagedPagesError || error instanceof WrongVersionError || isDamage(error))
    return new DamagedDatabaseError(`${message}: it is damaged or no database`, error);
  if (error instanceof OtherVersionError) return new OtherVersionError(`${message}: ${error.message}`, { cause: error });
  if (file !== IN_MEMORY && isOnReadOnlyDisk(file)) {
    return new Error(`${message}: its disk is read-only. Make it writable and start again.`, { cause: error });
  }
  if (isDiskFull(error)) return new Error(`${message}: its disk is full. Free some space and start again.`, { cause: error });
  return new Error(`${message}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}
