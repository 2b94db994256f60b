import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import { asKyselyDatabase } from './kysely-database.ts';
import { migrate, type Migration } from './migrate.ts';
import { isDamage, type BrokenDatabaseError } from './sqlite-failure.ts';

export interface OpenDatabaseOptions {
  /** Path of the database file, or `:memory:`. */
  file: string;
  migrations: readonly Migration[];
  /** The disk failed: the database refuses everything from now on, and whoever promised something by it has to stop. */
  onBroken?: ((error: BrokenDatabaseError) => void) | undefined;
}

/**
 * Opens a database, brings it to the newest version, and gives it to Kysely. Commits are durable when they return: WAL with
 * synchronous=FULL (NORMAL was seen to lose acknowledged commits in a power cut). Throws an error that names the file and says
 * what to do when the file is newer than this program, damaged, or no database.
 */
export function openDatabase<Schema>({ file, migrations, onBroken = () => undefined }: OpenDatabaseOptions): Kysely<Schema> {
  const database = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true });
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    // What a run that ended by a failed sync left in the log may be in the computer's memory only: it is written anew, into the file itself.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    checkPages(database);
    migrate(database, migrations);
  } catch (error) {
    database.close();
    throw new Error(`The database ${file} cannot be opened: ${reason(error)}`, { cause: error });
  }
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: asKyselyDatabase(database, onBroken) }) });
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
  return error instanceof Error ? error.message : String(error);
}
