import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Backups } from '#controller/backups/backups.ts';
import { silentLog } from '#process/log.ts';
import { CONTROLLER_MIGRATIONS, openControllerDatabase } from '#storage/database/controller-database.ts';
import { HungFile } from '#support/hung-file.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { untilHolds } from '#support/until-holds.ts';
import { HandClock } from '../engines/hand-clock.ts';

const MOMENT = Date.UTC(2026, 10, 22, 6);
const NAME = '20261122T060000Z.strobe-backup';

interface Bench {
  backups: Backups;
  clock: HandClock;
  database: string;
  folder: string;
}

function build(): Bench {
  const data = temporaryFolder();
  const [database, folder] = [join(data, 'controller.db'), join(data, 'backups')];
  const clock = new HandClock(MOMENT);
  const backups = new Backups({
    ...{ database, folder, newestSchema: CONTROLLER_MIGRATIONS.length, version: '1.2.3' },
    ...{ now: () => clock.wall, timers: clock, log: silentLog, isSafeMode: false },
  });
  mkdirSync(folder);
  return { backups, clock, database, folder };
}

/** Builds a database file with its backups and a clock. */
async function buildWithDatabase(): Promise<Bench> {
  const bench = build();
  await openControllerDatabase(bench.database).destroy();
  return bench;
}

async function* pieces(...bytes: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const piece of bytes) yield Buffer.from(piece);
}

async function* slowly(bytes: Uint8Array, rest: Promise<unknown>): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, 5_000);
  await rest;
  yield bytes.subarray(5_000);
}

describe('an uploaded backup', () => {
  it('lets others be made, removed and restored while it arrives, and reserves its name', async () => {
    const { backups, folder } = await buildWithDatabase();
    const { name } = await backups.make();
    const bytes = readFileSync(join(folder, name));
    const { promise: rest, resolve: sendRest } = Promise.withResolvers<undefined>();
    const brought = backups.put('a.strobe-backup', slowly(bytes, rest));
    const second = await backups.make();
    await backups.restore(name);
    await backups.remove(name);
    await expect(backups.put('a.strobe-backup', pieces(bytes))).rejects.toThrow('already exists or is being made');
    sendRest(undefined);
    await brought;
    expect(readFileSync(join(folder, 'a.strobe-backup'))).toEqual(bytes);
    expect(readdirSync(folder).sort()).toEqual([second.name, 'a.strobe-backup']);
  });

  it('does not replace one that was copied into the folder meanwhile', async () => {
    const { backups, folder } = await buildWithDatabase();
    const bytes = readFileSync(join(folder, (await backups.make()).name));
    const { promise: rest, resolve: sendRest } = Promise.withResolvers<undefined>();
    const brought = expect(backups.put('a.strobe-backup', slowly(bytes, rest))).rejects.toThrow('A backup "a.strobe-backup"');
    await untilHolds(() => expect(readdirSync(folder)).toContain('a.strobe-backup.part'));
    writeFileSync(join(folder, 'a.strobe-backup'), 'of another program');
    sendRest(undefined);
    await brought;
    expect(readFileSync(join(folder, 'a.strobe-backup'), 'utf8')).toBe('of another program');
  });
});

describe('the daily backup', () => {
  const DAY = 24 * 3_600_000;
  const nameOf = (day: number) => `daily-202611${day}T060100Z.strobe-backup`;

  it('is made each day, and the last seven are kept; other backups stay', async () => {
    const { backups, clock, folder } = await buildWithDatabase();
    const brought = ['daily-monday', 'daily-tuesday', 'of-hand'].map((name) => `${name}.strobe-backup`);
    for (const name of brought) renameSync(join(folder, (await backups.make()).name), join(folder, name));
    await backups.start();
    clock.advance(60_000);
    for (let day = 22; day <= 30; day += 1) {
      if (day > 22) clock.advance(DAY);
      await untilHolds(() => expect(readdirSync(folder)).toContain(nameOf(day)));
      // The next check.
      await untilHolds(() => expect(clock.pending).toBe(1));
    }
    await backups.stop();
    expect(readdirSync(folder).sort()).toEqual([...[24, 25, 26, 27, 28, 29, 30].map(nameOf), ...brought]);
  });

  it('C2 is made once a day after the clock was years ahead', async () => {
    const { backups, clock, folder } = await buildWithDatabase();
    await backups.start();
    clock.set(Date.UTC(2036, 10, 22, 6));
    clock.advance(60_000);
    await untilHolds(() => expect(clock.pending).toBe(1));
    clock.set(MOMENT);
    for (let hour = 0; hour < 30; hour += 1) {
      clock.advance(3_600_000);
      await untilHolds(() => expect(clock.pending).toBe(1));
    }
    await backups.stop();
    const names = ['20261122T070000Z', '20261123T070000Z', '20361122T060100Z'].map((moment) => `daily-${moment}.strobe-backup`);
    expect(readdirSync(folder).sort()).toEqual(names);
  });
});

/** Work on backups ends when the controller is asked to stop. The client may try again when it has restarted. */
const STOPPING = { slug: 'stopping', status: 503 };

describe('a controller that stops', () => {
  it('A14 aborts the current and the waiting backups, tells their clients why, and leaves no files', async () => {
    const { backups, clock, database, folder } = build();
    const hung = new HungFile(database);
    writeFileSync(join(folder, `${NAME}.part`), 'half');
    const asked = [backups.make(), backups.make()].map((made) => expect(made).rejects.toMatchObject(STOPPING));
    await hung.isWaitedFor();
    backups.end();
    hung.letGo();
    await Promise.all(asked);
    expect(readdirSync(folder)).toEqual([]);
    await backups.stop();
    expect(clock.pending).toBe(0);
  });

  it('A14 F8 does not wait for a disk that does not respond', async () => {
    const { backups, clock, database } = build();
    const hung = new HungFile(database);
    const asked = expect(backups.make()).rejects.toMatchObject(STOPPING);
    await hung.isWaitedFor();
    const stopped = backups.stop();
    clock.advance(1_000);
    await stopped;
    hung.letGo();
    await asked;
  });

  it('A14 refuses further backups', async () => {
    const { backups, folder } = build();
    await backups.stop();
    for (const asked of [backups.make(), backups.put('a.strobe-backup', pieces('no backup'))]) {
      await expect(asked).rejects.toMatchObject(STOPPING);
    }
    expect(readdirSync(folder)).toEqual([]);
  });
});
