import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';

/**
 * One migration. Never changed after its release: tests open a golden database of every version. Each one must change a table, an index or a trigger,
 * so that a damaged version number can be distinguished from that of a newer program.
 */
export interface Migration {
  /** 1, 2, 3, ... without gaps. */
  version: number;
  sql: string;
}

/** SQLite's `application_id` of Strobe's databases, "Strb" in ASCII. The first migration sets it. */
export const APPLICATION_ID = 0x53747262;

/** The version number does not match the schema, which only damage can cause. */
export class WrongVersionError extends Error {}

/** The schema is newer than this program's, or older than the first release. The file is not damaged, so no backup may replace it. */
export class OtherVersionError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OtherVersionError';
  }
}

/** The schema that this program expects. */
export interface KnownSchema {
  migrations: readonly Migration[];
  /** Name prefix of tables that are created and dropped at run time. */
  rowTables?: string | undefined;
}

/**
 * Checks the version of a database; reads only the version number and the schema. Throws an `OtherVersionError` for a database of a newer program or of
 * one before the first release, and a `WrongVersionError` for the newest schema with another version number.
 */
export function judgeVersion(database: DatabaseSync, { migrations, rowTables }: KnownSchema): void {
  const version = pragma(database, 'user_version');
  const newest = migrations.length;
  if (version === newest && pragma(database, 'application_id') === APPLICATION_ID) return;
  const parts = partsOf(database);
  if (parts.length === 0) return refuseNewer(version, newest);
  const expected = newestSchema(migrations);
  if (isSame(parts, expected.parts, rowTables)) {
    if (version === newest) return;
    throw new WrongVersionError(`its version number is ${version}, but its schema is that of version ${newest}`);
  }
  if (pragma(database, 'application_id') !== expected.applicationId) {
    throw new OtherVersionError(
      'it was created by a version of Strobe before the first release, or by another program. Move it away to start with an empty one.',
    );
  }
  refuseNewer(version, newest);
}

function refuseNewer(version: number, newest: number): void {
  if (version <= newest) return;
  throw new OtherVersionError(
    `it was created by a newer Strobe: its data have version ${version}, and this one supports versions up to ${newest}. Install the newer Strobe, or restore a backup from before its installation.`,
  );
}

/**
 * Applies the missing migrations, each with its version number in one transaction, so that a kill leaves the old or the new version. Throws the errors
 * of `judgeVersion`, and an error that names a failed migration.
 */
export function migrate(database: DatabaseSync, migrations: readonly Migration[], rowTables?: string): void {
  judgeVersion(database, { migrations, rowTables });
  const current = pragma(database, 'user_version');
  for (const [index, { version, sql }] of migrations.entries()) {
    if (version !== index + 1) throw new Error(`migration ${version} is at position ${index + 1}`);
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

function newestSchema(migrations: readonly Migration[]): { parts: Part[]; applicationId: number } {
  const newest = new DatabaseSync(':memory:');
  try {
    for (const { version, sql } of migrations) apply(newest, version, sql);
    return { parts: partsOf(newest), applicationId: pragma(newest, 'application_id') };
  } finally {
    newest.close();
  }
}

function isSame(parts: readonly Part[], expected: readonly Part[], rowTables: string | undefined): boolean {
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

/** The SQL of tables, indexes and triggers, without SQLite's internal ones. */
function partsOf(database: DatabaseSync): Part[] {
  const rows = database
    .prepare(`SELECT tbl_name AS "table", name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*' ORDER BY tbl_name, name`)
    .all();
  return rows.map((row) => ({ ...row }) as unknown as Part);
}

function pragma(database: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
}
