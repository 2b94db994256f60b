import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import { asKyselyDatabase } from './kysely-database.ts';

/**
 * Opens a database that another process has open, for a few rows: nothing is checked or migrated, which is the other one's business. Throws
 * when the file has another version than `version`, or cannot be opened.
 */
export function openBeside<Schema>(file: string, version: number): Kysely<Schema> {
  const database = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true });
  try {
    database.exec('PRAGMA synchronous = FULL');
    const found = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
    if (found !== version) throw new Error(`its version is ${found}, and this program's is ${version}`);
    return new Kysely<Schema>({ dialect: new SqliteDialect({ database: asKyselyDatabase(database, {}) }) });
  } catch (error) {
    database.close();
    throw error;
  }
}
