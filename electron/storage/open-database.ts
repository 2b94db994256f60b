import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import { EMPTY_LOG } from './disk-room.ts';
import { asKyselyDatabase, type DiskListener } from './kysely-database.ts';
import { migrate, type Migration } from './migrate.ts';
import { isDamage, isWithoutRoom } from './sqlite-failure.ts';

export interface OpenDatabaseOptions {
  /** Path of the database file, or `:memory:`. */
  file: string;
  migrations: readonly Migration[];
  disk?: DiskListener;
}

/**
 * Opens a database, brings it to the newest version, and gives it to Kysely. Commits are durable when they return: WAL with
 * synchronous=FULL (NORMAL was seen to lose acknowledged commits in a power cut). Throws an error that names the file and says
 * what to do when the file is newer than this program, damaged, or no database. On a full disk it can be read.
 */
export function openDatabase<Schema>({ file, migrations, disk = {} }: OpenDatabaseOptions): Kysely<Schema> {
  try {
    const database = prepared(connect(file), migrations);
    return new Kysely<Schema>({ dialect: new SqliteDialect({ database: asKyselyDatabase(database, disk) }) });
  } catch (error) {
    throw new Error(`The database ${file} cannot be opened: ${reason(error)}`, { cause: error });
  }
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
    database.exec(`PRAGMA locking_mode = ${mode}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;`);
  });
}

function prepared(database: DatabaseSync, migrations: readonly Migration[]): DatabaseSync {
  return closedUnless(database, () => {
    emptyLog(database);
    checkPages(database);
    migrate(database, migrations);
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

class DamagedDatabase extends Error {}

/**
 * Finds a damaged page before a print depends on it; takes some 0.3 s for 100 MB. Tables of a full-text search are left out: that check
 * would build the whole search anew, and what is in them can be made again.
 */
function checkPages(database: DatabaseSync): void {
  const tables = database.prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'").all();
  for (const { name } of tables) {
    const result = database.prepare(`PRAGMA quick_check('${String(name).replaceAll("'", "''")}')`).get()?.['quick_check'];
    if (result !== 'ok') throw new DamagedDatabase(String(result));
  }
}

function reason(error: unknown): string {
  if (error instanceof DamagedDatabase || isDamage(error)) {
    return 'it is damaged or no database. Put a backup in its place, or move it away to start anew.';
  }
  if (isWithoutRoom(error)) return 'its disk is full. Make room on the disk and start again.';
  return error instanceof Error ? error.message : String(error);
}
