import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { Tables } from '#controller/tables/tables.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import { FixtureProcess } from '#support/child-process.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

it('A4 a kill during a CSV import leaves the old table, and the next start drops the incomplete rows', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'controller.db');
  const table = { columns: ['GTIN'], rows: [['9521234500019']] };
  const before = openControllerDatabase(file);
  await new Tables({ db: before, now: () => 1 }).put('Products', table);
  await before.destroy();

  const child = new FixtureProcess('import-forever.ts', file);
  for (let thousands = 0; thousands < 200; thousands += 1) await child.line();
  await child.kill();

  const db = openControllerDatabase(file);
  const tables = new Tables({ db, now: () => 1 });
  expect({ rowTables: (await rowTables()).length, staging: stagingFiles() }).toEqual({ rowTables: 2, staging: 1 });
  await tables.start();
  expect({ table: await tables.get('Products'), rowTables: (await rowTables()).length }).toEqual({ table, rowTables: 1 });
  expect(stagingFiles()).toBe(0);
  await db.destroy();

  function stagingFiles(): number {
    return readdirSync(folder).filter((name) => name.includes('-rows-')).length;
  }

  async function rowTables(): Promise<unknown[]> {
    return (await sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'table_data_[0-9]*'`.execute(db)).rows;
  }
});
