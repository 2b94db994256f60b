import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { backupsCheck } from '#diagnostics/checks/backups.ts';
import { makeBackup } from '#storage/backup/make-backup.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import { codesOf, diagnosticsContext } from '#support/diagnostics-context.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const DAY = 24 * 3_600_000;
const MADE = Date.UTC(2026, 0, 10);
let folder: string;
let file: string;

beforeEach(async () => {
  folder = temporaryFolder();
  const database = join(folder, 'controller.db');
  const db = openControllerDatabase(database);
  await db
    .insertInto('settings')
    .values({ key: 'id', value: 'c' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  mkdirSync(join(folder, 'backups'));
  file = join(folder, 'backups', 'one.strobe-backup');
  await makeBackup({ database, file, program: '0.0.0', now: MADE });
  await db.destroy();
});

const run = (days: number) => backupsCheck.run(diagnosticsContext({ folder, now: () => MADE + days * DAY }));

it('a new backup is whole', async () => {
  expect(await run(1)).toEqual({
    findings: [],
    facts: [
      { name: 'backupCount', value: 1 },
      { name: 'newestBackup', value: MADE },
      { name: 'backupVerified', value: 1 },
    ],
  });
});

it('an old one is a warning', async () => {
  expect((await run(5)).findings).toEqual([{ code: 'backup-old', state: 'warning', parameters: { days: 5 } }]);
});

it('one with a changed byte is a fault', async () => {
  const bytes = readFileSync(file);
  bytes[bytes.length - 100]! ^= 1;
  writeFileSync(file, bytes);
  expect(codesOf(await run(1))).toEqual(['backup-damaged']);
});

it('a cut one is a fault, and is none', async () => {
  writeFileSync(file, readFileSync(file).subarray(0, 9_000));
  expect(codesOf(await run(1))).toEqual(['backup-damaged', 'backup-none']);
});
