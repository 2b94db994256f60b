import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { makeBackup } from '#storage/backup/make-backup.ts';
import { CONTROLLER_MIGRATIONS, openControllerDatabase } from '#storage/database/controller-database.ts';
import { openStationDatabase, STATION_MIGRATIONS } from '#storage/database/station-database.ts';
import { runController } from '#support/controller-process.ts';
import { runStation } from '#support/station-process.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const NOW = Date.UTC(2026, 10, 21, 6);
const PAGE = 4_096;
const BACKUP = 'before.strobe-backup';

/** The data folder of a controller with a valid backup, whose database was migrated by a newer version since. */
async function newerFolder(): Promise<{ dataFolder: string; database: string; backup: string }> {
  const dataFolder = join(temporaryFolder(), 'data');
  mkdirSync(join(dataFolder, 'backups'), { recursive: true });
  const database = join(dataFolder, 'controller.db');
  const backup = join(dataFolder, 'backups', BACKUP);
  await openControllerDatabase(database).destroy();
  await makeBackup({ database, file: backup, program: '0.1.0', now: NOW });
  upgrade(database, CONTROLLER_MIGRATIONS.length + 1);
  return { dataFolder, database, backup };
}

/** The result of a newer program's migration. */
function upgrade(file: string, version: number): void {
  const database = new DatabaseSync(file);
  database.exec(`CREATE TABLE later (text TEXT); ALTER TABLE settings ADD COLUMN later TEXT; PRAGMA user_version = ${version}`);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

const controller = (dataFolder: string, ...flags: string[]) => runController('--data', dataFolder, '--port', '0', ...flags);

describe('a database of a newer Strobe', () => {
  it.each([[[]], [['--safe-mode']]])(
    'does not start a controller with the flags %j, which says so and leaves it as it is',
    async (flags) => {
      const { dataFolder, database } = await newerFolder();
      const before = readFileSync(database);
      const { code, stderr } = await controller(dataFolder, ...flags);
      expect({ code, stderr }).toEqual({
        code: 12,
        stderr: expect.stringContaining(
          `controller.db cannot be opened: it was created by a newer Strobe: its data have version ${CONTROLLER_MIGRATIONS.length + 1}`,
        ) as string,
      });
      expect(stderr).not.toContain('damaged');
      expect(readFileSync(database).equals(before)).toBe(true);
      expect(existsSync(join(dataFolder, 'replaced'))).toBe(false);
    },
  );

  it('is not replaced by an older backup when it is damaged as well', async () => {
    const { dataFolder, database } = await newerFolder();
    const page = rootPage(database, 'prints');
    const bytes = readFileSync(database);
    writeFileSync(database, bytes.fill(0xa5, (page - 1) * PAGE, page * PAGE));
    const { code, stderr } = await controller(dataFolder);
    expect({ code, stderr }).toEqual({ code: 12, stderr: expect.stringContaining('created by a newer Strobe') as string });
    expect(readFileSync(database).equals(bytes)).toBe(true);
  });

  it('does not start a station, which reports it', async () => {
    const folder = join(temporaryFolder(), 'station');
    mkdirSync(folder);
    await openStationDatabase(join(folder, 'station.db')).destroy();
    upgrade(join(folder, 'station.db'), STATION_MIGRATIONS.length + 1);
    const { code, stderr } = await runStation('--data', folder, '--port', '0', '--no-embedded');
    expect({ code, stderr }).toEqual({
      code: 12,
      stderr: expect.stringContaining('station.db cannot be opened: it was created by a newer Strobe') as string,
    });
  });
});

it('a backup of a newer Strobe is not restored, and its version is named', async () => {
  const { dataFolder, database } = await newerFolder();
  const later = join(dataFolder, 'later.strobe-backup');
  await makeBackup({ database, file: later, program: '7.0.0', now: NOW });
  const before = readFileSync(database);
  const { code, stderr } = await runController('restore', later, '--data', dataFolder);
  expect({ code, stderr: stderr.trim() }).toEqual({
    code: 2,
    stderr: expect.stringContaining(
      `it was made by a newer Strobe (version 7.0.0, data version ${CONTROLLER_MIGRATIONS.length + 1})`,
    ) as string,
  });
  expect(readFileSync(database).equals(before)).toBe(true);
});

it('a damaged database is not replaced when its newest backup is of a newer Strobe', async () => {
  const { dataFolder, database } = await newerFolder();
  await makeBackup({ database, file: join(dataFolder, 'backups', 'later.strobe-backup'), program: '7.0.0', now: NOW + 1 });
  writeFileSync(database, readFileSync(database).fill(0xa5, 0, 3 * PAGE));
  const { code, stderr } = await controller(dataFolder);
  expect({ code, stderr }).toEqual({ code: 8, stderr: expect.stringContaining('it was made by a newer Strobe (version 7.0.0') as string });
  expect(existsSync(join(dataFolder, 'replaced'))).toBe(false);
});

it('a database from before the first release is distinguished from a newer one', async () => {
  const { dataFolder, database } = await newerFolder();
  const older = new DatabaseSync(database);
  older.exec('PRAGMA application_id = 0; PRAGMA user_version = 8; PRAGMA wal_checkpoint(TRUNCATE)');
  older.close();
  const { code, stderr } = await controller(dataFolder);
  expect({ code, stderr }).toEqual({ code: 12, stderr: expect.stringContaining('a version of Strobe before the first release') as string });
});

function rootPage(file: string, table: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const page = Number(database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)?.['rootpage']);
  database.close();
  return page;
}
