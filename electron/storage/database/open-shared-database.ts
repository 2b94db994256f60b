import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import { existingDatabase } from './existing-database.ts';
import { asKyselyDatabase } from './kysely-database.ts';

/**
 * Opens a database that another process has open, to read or write a few rows. It is neither checked nor migrated, which the other process has done.
 * Throws when its version is not `version`, or it cannot be opened.
 */
export function openSharedDatabase<Schema>(file: string, version: number): Kysely<Schema> {
  const database = new DatabaseSync(existingDatabase(file), { timeout: 5_000, enableForeignKeyConstraints: true });
  try {
    database.exec('PRAGMA synchronous = FULL');
    const found = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
    if (found !== version) throw new Error(`it has version ${found}, and this program needs version ${version}`);
    return new Kysely<Schema>({ dialect: new SqliteDialect({ database: asKyselyDatabase(database, {}) }) });
  } catch (error) {
    database.close();
    throw error;
  }
}
