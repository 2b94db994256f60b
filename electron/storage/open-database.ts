import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, SqliteDialect, type SqliteDatabase } from 'kysely';
import { migrate, type Migration } from './migrate.ts';

export interface OpenDatabaseOptions {
  /** Path of the database file, or `:memory:`. */
  file: string;
  migrations: readonly Migration[];
}

/**
 * Opens a database, brings it to the newest version, and gives it to Kysely. Commits are durable when they return: WAL with
 * synchronous=FULL (NORMAL was seen to lose acknowledged commits in a power cut). Throws when the file is newer than this program.
 */
export function openDatabase<Schema>({ file, migrations }: OpenDatabaseOptions): Kysely<Schema> {
  const database = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true });
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    migrate(database, migrations);
  } catch (error) {
    database.close();
    throw error;
  }
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: asKyselyDatabase(database) }) });
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
        all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
        run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
        iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
      };
    },
    close: () => {
      statements.clear();
      database.close();
    },
  };
}

const STATEMENT_LIMIT = 500;
