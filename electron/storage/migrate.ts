import type { DatabaseSync } from 'node:sqlite';

/** One step of a database's history. Never changed once released: a golden database of every version is opened in the tests. */
export interface Migration {
  /** 1, 2, 3, ... without a gap. */
  version: number;
  sql: string;
}

/**
 * Applies the migrations that the database lacks, each in a transaction of its own together with its version number, so that
 * a kill leaves either the old or the new version. Throws when the database is newer than the newest migration.
 */
export function migrate(database: DatabaseSync, migrations: readonly Migration[]): void {
  const current = databaseVersion(database);
  const newest = migrations.length;
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

function databaseVersion(database: DatabaseSync): number {
  const row = database.prepare('PRAGMA user_version').get();
  return Number(row?.['user_version'] ?? 0);
}
