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

/** "Strb": SQLite's mark for a file of this program. Every released database has it, set by the first migration. */
export const APPLICATION_ID = 0x53747262;

/** The version number does not match what the database holds: only damage writes that. */
export class WrongVersionError extends Error {}

/** The database has a later schema than this program knows, or one from before the first release. The file is sound: no backup may replace it. */
export class OtherVersionError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OtherVersionError';
  }
}

/** What tells a database of this program from others. */
export interface KnownSchema {
  migrations: readonly Migration[];
  /** How the names of tables begin that are made and removed while the database is used. */
  rowTables?: string | undefined;
}

/**
 * Reads only the version and the schema. Throws an `OtherVersionError` for a database that a newer program or one from before the first release
 * has made, and a `WrongVersionError` for one that holds what the newest migration leaves and has another number.
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
    throw new WrongVersionError(`it says that it has version ${version}, and holds what version ${newest} does`);
  }
  if (pragma(database, 'application_id') !== expected.applicationId) {
    throw new OtherVersionError(
      'it was made by a version of Strobe before the first release, or by another program. Move it away to start with an empty one.',
    );
  }
  refuseNewer(version, newest);
}

function refuseNewer(version: number, newest: number): void {
  if (version <= newest) return;
  throw new OtherVersionError(
    `it was made by a newer Strobe: its data have version ${version}, and this one knows versions up to ${newest}. Install the newer Strobe, or restore a backup from before its installation.`,
  );
}

/**
 * Applies the migrations that the database lacks, each in a transaction of its own together with its version number, so that
 * a kill leaves either the old or the new version. Throws what `judgeVersion` throws, and names a migration that failed.
 */
export function migrate(database: DatabaseSync, migrations: readonly Migration[], rowTables?: string): void {
  judgeVersion(database, { migrations, rowTables });
  const current = pragma(database, 'user_version');
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

/** Tables, indexes and triggers, as they were made; what SQLite keeps for itself is left out. */
function partsOf(database: DatabaseSync): Part[] {
  const rows = database
    .prepare(`SELECT tbl_name AS "table", name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*' ORDER BY tbl_name, name`)
    .all();
  return rows.map((row) => ({ ...row }) as unknown as Part);
}

function pragma(database: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
}
