import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { StationBackups } from '#station/backups/station-backups.ts';
import { isStationFile } from '#station/backups/station-files.ts';
import { STATION_MIGRATIONS } from '#storage/database/station-database.ts';
import { takeStaged } from '#storage/backup/staged-restore.ts';
import { ManualClock } from '#support/manual-clock.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const isDaily = ({ name }: { name: string }): boolean => name.startsWith('daily-');
const FIXTURE = join(import.meta.dirname, `../../../../fixtures/databases/station-${STATION_MIGRATIONS.length}.db`);

function open() {
  const dataFolder = temporaryFolder();
  const clock = new ManualClock(Date.parse('2026-11-21T14:03:00Z'));
  const restarts: number[] = [];
  copyFileSync(FIXTURE, join(dataFolder, 'station.db'));
  writeFileSync(join(dataFolder, 'strobe.json'), '{"page":"before"}');
  writeFileSync(join(dataFolder, 'audit-signing-key.pem'), 'the key');
  const backups = new StationBackups({
    ...{ dataFolder, clock, version: '1.0.0', computer: 'line-3', takeMark: () => Promise.resolve(undefined) },
    carried: () => Promise.resolve({ 'page-sessions': '["signed in"]' }),
    restart: () => restarts.push(clock.now()),
    report: (error) => expect.fail(String(error)),
  });
  return { dataFolder, clock, backups, restarts };
}

describe('the backups of a station', () => {
  it('are made each day, and the last seven are kept; those by hand stay', { timeout: 120_000 }, async () => {
    const { clock, backups, dataFolder } = open();
    await backups.start();
    const byHand = await backups.make();
    for (let day = 1; day <= 9; day += 1) {
      clock.advance(day === 1 ? 60_000 : DAY);
      await expect.poll(() => clock.waiting, { timeout: 20_000 }).toBe(1);
      // The check of the day before was made before 24 hours were over.
      clock.advance(HOUR);
      await expect.poll(async () => (await backups.list()).filter(isDaily).length, { timeout: 20_000 }).toBe(Math.min(day, 7));
      // The next check is armed when the old ones are removed.
      await expect.poll(() => clock.waiting, { timeout: 20_000 }).toBe(1);
    }
    const list = await backups.list();
    expect(list.map(({ name }) => name)).toContain(byHand.name);
    expect(list).toHaveLength(8);
    expect(list[0]).toMatchObject({ computer: 'line-3', version: '1.0.0' });
    expect(readdirSync(join(dataFolder, 'station-backups')).filter((name) => !name.endsWith('.strobe-backup'))).toEqual([]);
    await backups.stop();
  });

  it('keep the sessions of browsers and never contain the key of the audit log', { timeout: 60_000 }, async () => {
    const { clock, backups, dataFolder, restarts } = open();
    const { name } = await backups.make();
    writeFileSync(join(dataFolder, 'strobe.json'), '{"page":"after"}');
    await backups.restore(name);
    expect(restarts).toEqual([]);
    clock.advance(1_000);
    expect(restarts).toHaveLength(1);
    await backups.stop();
    expect(takeStaged(dataFolder, 'station.db', clock.now())).toBe(true);
    const [replaced = ''] = readdirSync(join(dataFolder, 'replaced'));
    expect(readdirSync(join(dataFolder, 'replaced', replaced)).sort()).toEqual(['station.db', 'strobe.json']);
    const station = new DatabaseSync(join(dataFolder, 'station.db'), { readOnly: true });
    const settings = station.prepare("SELECT value FROM settings WHERE key = 'page-sessions'").all();
    const tables = station.prepare("SELECT name FROM sqlite_schema WHERE name = 'backup_files'").all();
    station.close();
    expect([settings.map((row) => row['value']), tables]).toEqual([['["signed in"]'], []]);
  });

  it.each([
    '../station.db',
    'tls/../../x',
    'tls/..',
    '/etc/passwd',
    'audit-signing-key.pem',
    'controller/controller.db',
    'tls/a/b',
    'C:\\x',
    '',
  ])('do not write %j into the data folder', (name) => {
    expect(isStationFile(name)).toBe(false);
  });
});
