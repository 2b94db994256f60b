import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';

/**
 * One step of a database's history. Never changed once released: a golden database of every version is opened in the tests. Each changes a table,
 * an index or a trigger, by which a number that is damaged is told from that of a newer program.
 */
export interface Migration {
  /** 1, 2, 3, ... without a gap. */
  version: number;
  sql: string;
}

/** The number of the version is not that of what the database holds: nothing but damage writes that. */
export class WrongVersionError extends Error {}

/**
 * Applies the migrations that the database lacks, each in a transaction of its own together with its version number, so that
 * a kill leaves either the old or the new version. Throws when the database is newer than the newest migration, and a `WrongVersionError` when
 * it only says that it is newer or older: it holds what the newest migration leaves, and beside that only tables whose names begin with `rowTables`.
 */
export function migrate(database: DatabaseSync, migrations: readonly Migration[], rowTables?: string): void {
  const current = databaseVersion(database);
  const newest = migrations.length;
  if (current !== newest && isNewest(database, migrations, rowTables)) {
    throw new WrongVersionError(`it says that it has version ${current}, and holds what version ${newest} does`);
  }
  if (current > newest) {
    throw new Error(`it has version ${current}, but this program knows versions up to ${newest} only. Install the newer program.`);
  }
  for (const [index, { version, sql }] of migrations.entries()) {
    if (version !== index + 1) throw new Error(`migration ${version} stands at place ${index + 1}`);
    if (version > current) apply(database, version, sql);
  }
}

function apply(database: DatabaseSync, version: number, sql: string): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec(sql);
    database.exec(`PRAGMA user_version = ${version}`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw new Error(`migration ${version} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function isNewest(database: DatabaseSync, migrations: readonly Migration[], rowTables: string | undefined): boolean {
  const parts = partsOf(database);
  if (parts.length === 0) return false;
  const newest = new DatabaseSync(':memory:');
  for (const { version, sql } of migrations) apply(newest, version, sql);
  const expected = partsOf(newest);
  newest.close();
  const lasting = new Set(expected.map(({ table }) => table));
  const hasRows = (table: string) => rowTables !== undefined && table.startsWith(rowTables) && !lasting.has(table);
  return isDeepStrictEqual(
    parts.filter(({ table }) => !hasRows(table)),
    expected,
  );
}

interface Part {
  table: string;
  name: string;
  sql: string | null;
}

/** Tables, indexes and triggers, as they were made; what SQLite keeps for itself is left out. */
function partsOf(database: DatabaseSync): Part[] {
  const rows = database
    .prepare(`SELECT tbl_name AS "table", name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*' ORDER BY tbl_name, name`)
    .all();
  return rows.map((row) => ({ ...row }) as unknown as Part);
}

function databaseVersion(database: DatabaseSync): number {
  const row = database.prepare('PRAGMA user_version').get();
  return Number(row?.['user_version'] ?? 0);
}
