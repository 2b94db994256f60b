import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { migrate, OtherVersionError, WrongVersionError, type Migration } from '#storage/migrations/migrate.ts';
import { CONTROLLER_MIGRATIONS } from '#storage/database/controller-database.ts';
import { STATION_MIGRATIONS } from '#storage/database/station-database.ts';
import { FixtureProcess } from '#support/child-process.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { untilHolds } from '#support/until-holds.ts';

const notes: Migration = { version: 1, sql: 'CREATE TABLE notes (text TEXT)' };
const authors: Migration = { version: 2, sql: 'ALTER TABLE notes ADD COLUMN author TEXT' };

describe('migrate', () => {
  it('applies only what the database lacks', () => {
    const database = new DatabaseSync(':memory:');
    migrate(database, [notes]);
    database.exec("INSERT INTO notes VALUES ('kept')");
    migrate(database, [notes, authors]);
    expect(database.prepare('SELECT text, author FROM notes').all()).toEqual([{ text: 'kept', author: null }]);
  });

  it('refuses a database that is newer than the program', () => {
    const database = new DatabaseSync(':memory:');
    migrate(database, [notes, authors]);
    expect(() => migrate(database, [notes])).toThrow(OtherVersionError);
  });

  it.each([2_311, 1, 0, -5])('B7 reports the version number %i of the newest schema as damage', (version) => {
    const database = new DatabaseSync(':memory:');
    migrate(database, [notes, authors]);
    database.exec(`CREATE TABLE rows_7 (c0 TEXT); CREATE INDEX rows_7_c0 ON rows_7 (c0); PRAGMA user_version = ${version}`);
    expect(() => migrate(database, [notes, authors], 'rows_')).toThrow(WrongVersionError);
  });

  it.each([
    ['controller', CONTROLLER_MIGRATIONS],
    ['station', STATION_MIGRATIONS],
  ])('B7 identifies each version of the database of a %s by its schema', (_whose, migrations) => {
    const schemas = migrations.map((_last, index) => {
      const database = new DatabaseSync(':memory:');
      migrate(database, migrations.slice(0, index + 1));
      return JSON.stringify(database.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all());
    });
    expect(new Set(schemas).size).toBe(migrations.length);
  });

  it('identifies the database of a newer program by its schema', () => {
    const database = new DatabaseSync(':memory:');
    migrate(database, [notes, authors, { version: 3, sql: 'CREATE TABLE readers (name TEXT)' }]);
    expect(() => migrate(database, [notes, authors], 'rows_')).toThrow('it was created by a newer Strobe: its data have version 3');
  });

  it('refuses the database of a newer program without changing it', () => {
    const database = new DatabaseSync(':memory:');
    migrate(database, [notes, authors, { version: 3, sql: 'CREATE TABLE readers (name TEXT)' }]);
    database.exec("INSERT INTO notes VALUES ('kept', 'Ada')");
    expect(() => migrate(database, [notes])).toThrow(OtherVersionError);
    expect(database.prepare('SELECT * FROM notes').all()).toEqual([{ text: 'kept', author: 'Ada' }]);
  });

  it.each([
    ['controller', CONTROLLER_MIGRATIONS],
    ['station', STATION_MIGRATIONS],
  ])('identifies the database of a %s from before the first release by its missing application id', (_whose, migrations) => {
    const database = new DatabaseSync(':memory:');
    database.exec('CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT); PRAGMA user_version = 8');
    expect(() => migrate(database, migrations)).toThrow('a version of Strobe before the first release');
    expect(tableNames(database)).toEqual(['settings']);
  });

  it('accepts the newest schema with a damaged application id', () => {
    const database = new DatabaseSync(':memory:');
    migrate(database, STATION_MIGRATIONS);
    database.exec('PRAGMA application_id = 7');
    expect(() => migrate(database, STATION_MIGRATIONS)).not.toThrow();
  });

  it('keeps the old version when a migration fails', () => {
    const database = new DatabaseSync(':memory:');
    migrate(database, [notes]);
    const broken = { version: 2, sql: 'DROP TABLE notes; CREATE TABLE again (text TEXT); SELECT * FROM nowhere;' };
    expect(() => migrate(database, [notes, broken])).toThrow('migration 2 failed: no such table: nowhere');
    expect(tableNames(database)).toEqual(['notes']);
    migrate(database, [notes, authors]);
  });

  it('refuses migrations in the wrong order', () => {
    expect(() => migrate(new DatabaseSync(':memory:'), [authors])).toThrow('migration 2 is at position 1');
  });

  it('A6 a kill during a migration leaves the old version, and the next start migrates', async () => {
    const file = join(temporaryFolder(), 'killed.db');
    const child = new FixtureProcess('migrate-forever.ts', file);
    // The unfinished migration is larger than SQLite's cache, so it is visible in the WAL.
    await untilHolds(() => expect((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000).toBeTruthy());
    await child.kill();
    const database = new DatabaseSync(file);
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
    migrate(database, [notes, authors]);
    expect(database.prepare('SELECT text, author FROM notes').all()).toEqual([{ text: 'old', author: null }]);
    database.close();
  });
});

function tableNames(database: DatabaseSync): unknown[] {
  return database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map(({ name }) => name);
}
