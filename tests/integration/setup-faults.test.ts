import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { CONTROLLER_MIGRATIONS } from '#storage/database/controller-database.ts';
import { STATION_MIGRATIONS } from '#storage/database/station-database.ts';
import { takeStaged } from '#storage/backup/staged-restore.ts';
import { runSetupCommand } from '#station/process/setup-command.ts';
import { runStationBackupCommand } from '#station/process/backup-command.ts';
import { programFile } from '#support/program-file.ts';
import { SmallDisk } from '#support/small-disk.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/databases');
const NOW = 1_795_300_000_000;
const LIMIT = 180_000;
const io = { version: '1.0.0', now: () => NOW };

/** A data folder whose event log makes its database some megabytes long. */
function fillFolder(folder: string, mark: string): string {
  mkdirSync(join(folder, 'controller'), { recursive: true });
  copyFileSync(join(FIXTURES, `station-${STATION_MIGRATIONS.length}.db`), join(folder, 'station.db'));
  copyFileSync(join(FIXTURES, `controller-${CONTROLLER_MIGRATIONS.length}.db`), join(folder, 'controller/controller.db'));
  writeFileSync(join(folder, 'strobe.json'), JSON.stringify({ mark }));
  const station = new DatabaseSync(join(folder, 'station.db'));
  station.prepare('INSERT INTO settings VALUES (?, ?)').run('mark', mark);
  station.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO event_log (at, event, subject, controller, detail, reason, person, folded) SELECT i, 'command-done', 'x', '', hex(randomblob(100)), '', '', '' FROM n`);
  station.close();
  return folder;
}

/** The mark in the database and the one in the file. */
function marksOf(folder: string): unknown[] {
  const station = new DatabaseSync(join(folder, 'station.db'), { readOnly: true });
  try {
    const mark = station.prepare("SELECT value FROM settings WHERE key = 'mark'").get()?.['value'];
    return [mark, (JSON.parse(readFileSync(join(folder, 'strobe.json'), 'utf8')) as { mark: unknown }).mark];
  } finally {
    station.close();
  }
}

async function backupOf(folder: string): Promise<string> {
  const file = join(temporaryFolder(), 'new.strobe-backup');
  await runStationBackupCommand(['backup', '--data', folder, '--to', file], io);
  return file;
}

describe('A7 a kill while the station is restored by command', () => {
  it.each([
    'restore.part',
    'restore.part/station.db.restore.part',
    'restore.part/station.db.restore',
    'restore.ready',
    'replaced',
    'station.db.restore',
  ])('leaves the old or the new data whole: when %s is there', { timeout: LIMIT }, async (sign) => {
    const backup = await backupOf(fillFolder(temporaryFolder(), 'new'));
    const folder = fillFolder(temporaryFolder(), 'old');
    const command = spawn(process.execPath, [programFile('headless.ts'), 'restore', backup, '--data', folder], { stdio: 'ignore' });
    const ended = once(command, 'exit');
    let isOver = false;
    void ended.then(() => (isOver = true));
    while (!isOver && !existsSync(join(folder, sign))) await nextTick();
    command.kill('SIGKILL');
    await ended;
    takeStaged(folder, 'station.db', NOW);
    expect([
      ['old', 'old'],
      ['new', 'new'],
    ]).toContainEqual(marksOf(folder));
    expect(readdirSync(folder).filter((name) => name.startsWith('restore.'))).toEqual([]);
  });
});

describe('D2 a full disk', () => {
  it('refuses a restore, a set-up file and its import, and the data stay as they are', { timeout: LIMIT }, async () => {
    const disk = new SmallDisk(24);
    try {
      const source = fillFolder(temporaryFolder(), 'new');
      const backup = await backupOf(source);
      const passphrase = join(temporaryFolder(), 'passphrase');
      writeFileSync(passphrase, 'a passphrase for tests\n');
      const setup = join(temporaryFolder(), 'new.strobe-setup');
      const lines: string[] = [];
      const write = (line: string): void => void lines.push(line);
      await runSetupCommand(['export', '--data', source, '--to', setup, '--passphrase-file', passphrase], { ...io, write });
      const folder = fillFolder(join(disk.folder, 'data'), 'old');
      disk.fill();
      await expect(runStationBackupCommand(['restore', backup, '--data', folder], io)).rejects.toThrow(/was not restored: .*(full|ENOSPC)/);
      const words = ['--data', folder, '--passphrase-file', passphrase];
      await expect(runSetupCommand(['import', setup, ...words, '--replace'], { ...io, write })).rejects.toThrow(
        /was not imported: .*(full|ENOSPC)/,
      );
      const target = join(disk.folder, 'full.strobe-setup');
      await expect(runSetupCommand(['export', ...words, '--to', target], { ...io, write })).rejects.toThrow(
        /was not made: .*(full|ENOSPC)/,
      );
      expect(existsSync(target)).toBe(false);
      expect(takeStaged(folder, 'station.db', NOW)).toBe(false);
      expect(marksOf(folder)).toEqual(['old', 'old']);
      disk.clear();
      await expect(runSetupCommand(['import', setup, ...words], { ...io, write })).rejects.toThrow(
        'the controller of this computer has printed: add --replace',
      );
      await runSetupCommand(['import', setup, ...words, '--replace'], { ...io, write });
      expect(marksOf(folder)).toEqual(['new', 'new']);
      expect(lines.at(-1)).toContain('imported: start station and controller');
    } finally {
      disk.remove();
    }
  });
});

describe('setup by command', () => {
  it.each([
    [[], 'setup takes export, import or show'],
    [['export', '--data', 'x'], '--to FILE is required'],
    [['import', 'missing.strobe-setup'], 'is not a file'],
    [['show'], 'the name of a file is missing'],
    [['show', import.meta.filename], 'it is not a set-up file of Strobe'],
    [['import', import.meta.filename], '--data DIR is required'],
    [['export', 'a', 'b'], 'does not take b'],
    [['export', '--what'], "Unknown option '--what'"],
  ])('is refused for %j', async (words, reason) => {
    await expect(runSetupCommand(words, { ...io, write: () => undefined })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(reason) as string,
    });
  });

  it('needs a passphrase that is long enough, and shows who made the file without it', { timeout: LIMIT }, async () => {
    const source = fillFolder(temporaryFolder(), 'new');
    const passphrase = join(temporaryFolder(), 'passphrase');
    writeFileSync(passphrase, 'short');
    const setup = join(temporaryFolder(), 'a.strobe-setup');
    const lines: string[] = [];
    const all = { ...io, write: (line: string): void => void lines.push(line) };
    const words = ['export', '--data', source, '--to', setup, '--passphrase-file', passphrase];
    await expect(runSetupCommand(words, all)).rejects.toThrow('at least 12 characters');
    writeFileSync(passphrase, 'long enough for tests');
    await runSetupCommand(words, all);
    await expect(runSetupCommand(words, all)).rejects.toThrow('already exists');
    await runSetupCommand(['show', setup], all);
    expect(lines[1]).toMatch(/^signed with the key [0-9a-f]{64}: compare it/);
    expect(lines.at(-1)).toBe(lines[1]?.split(':')[0]);
  });
});
