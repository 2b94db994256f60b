import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, SqliteDialect, type SqliteDatabase } from 'kysely';
import { ProblemError } from '#contract/problem.ts';
import { migrate, type Migration } from './migrate.ts';

export interface OpenDatabaseOptions {
  /** Path of the database file, or `:memory:`. */
  file: string;
  migrations: readonly Migration[];
}

/**
 * Opens a database, brings it to the newest version, and gives it to Kysely. Commits are durable when they return: WAL with
 * synchronous=FULL (NORMAL was seen to lose acknowledged commits in a power cut). Throws an error that names the file and says
 * what to do when the file is newer than this program, damaged, or no database.
 */
export function openDatabase<Schema>({ file, migrations }: OpenDatabaseOptions): Kysely<Schema> {
  const database = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true });
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    checkPages(database);
    migrate(database, migrations);
  } catch (error) {
    database.close();
    throw new Error(`The database ${file} cannot be opened: ${reason(error)}`, { cause: error });
  }
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: asKyselyDatabase(database) }) });
}

class DamagedDatabase extends Error {}

/** Finds a damaged page before a print depends on it; takes some 0.3 s for 100 MB. */
function checkPages(database: DatabaseSync): void {
  const result = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (result !== 'ok') throw new DamagedDatabase(String(result));
}

const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_NOTADB = 26;

function reason(error: unknown): string {
  const code = errorCode(error);
  if (error instanceof DamagedDatabase || code === SQLITE_CORRUPT || code === SQLITE_NOTADB) {
    return 'it is damaged or no database. Put a backup in its place, or move it away to start anew.';
  }
  return error instanceof Error ? error.message : String(error);
}

/** SQLite's primary result code; the extended ones have it in their lowest byte. */
function errorCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}

/** node:sqlite in the shape that Kysely's SQLite dialect expects; statements are prepared once. */
function asKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    if (statements.size >= STATEMENT_LIMIT) statements.clear();
    statements.set(sql, statement);
    return statement;
  };
  return {
    prepare: (sql) => {
      const statement = prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => naming(() => statement.all(...(parameters as SQLInputValue[]))),
        run: (parameters) => {
          // A full disk makes SQLite roll back by itself; a second rollback would hide the reason.
          if (sql === 'rollback' && !database.isTransaction) return { changes: 0, lastInsertRowid: 0 };
          return naming(() => statement.run(...(parameters as SQLInputValue[])));
        },
        iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
      };
    },
    close: () => {
      statements.clear();
      database.close();
    },
  };
}

/** Gives a full disk its name wherever it shows; every other failure stays what it is. */
function naming<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (errorCode(error) !== SQLITE_FULL) throw error;
    throw new ProblemError('disk-full', { detail: 'The disk that holds the database is full; nothing was changed.' }, { cause: error });
  }
}

const STATEMENT_LIMIT = 500;
