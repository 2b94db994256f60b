import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WalCheckpointer, WAL_STUCK } from '#controller/disk/wal-checkpointer.ts';
import { Settings } from '#controller/settings/settings.ts';
import { makeBackup } from '#storage/backup/make-backup.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { walFileOf } from '#storage/wal/closed-wal.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { BackgroundCheck } from '#storage/integrity/background-check.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { untilHolds } from '#support/until-holds.ts';
import { HandClock } from '../engines/hand-clock.ts';

const MAX = 1024 * 1024;
/** More than the size at which SQLite restarts the WAL. */
const USUAL = 8 * MAX;
const INTERVAL = 500;
const TIMES = 60;

describe('the write-ahead log', () => {
  let file: string;
  let db: ControllerDatabase;
  let clock: HandClock;
  let watch: (most: number) => WalCheckpointer;
  let watched: WalCheckpointer;
  let refusal: 'disk-read-only' | undefined;
  let readers: DatabaseSync[];
  const log = { info: vi.fn<(message: string) => void>(), warn: vi.fn<(message: string) => void>(), error: vi.fn() };

  beforeEach(() => {
    vi.clearAllMocks();
    file = join(temporaryFolder(), 'controller.db');
    db = openControllerDatabase(file);
    clock = new HandClock();
    refusal = undefined;
    readers = [];
    const disk = {
      get refusal() {
        return refusal;
      },
    };
    watch = (most) => new WalCheckpointer({ db, disk, timers: clock, log, maxWalBytes: most });
    watched = watch(MAX);
  });
  afterEach(async () => {
    await watched.stop();
    for (const reader of readers) reader.close();
    await db.destroy();
  });

  /** Another connection that reads the current state of the database. */
  function read(): DatabaseSync {
    const reader = new DatabaseSync(file, { readOnly: true });
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM settings').get();
    readers.push(reader);
    return reader;
  }
  /** Writes 200 kB this many times. */
  async function write(times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      const value = String(time).repeat(200_000).slice(0, 200_000);
      await db
        .insertInto('settings')
        .values({ key: 'big', value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute();
    }
  }
  const size = () => statSync(walFileOf(file)).size;

  it('B14 is reported as blocked by a long reader, and checkpointed once that has ended', async () => {
    const reader = read();
    await write(10);
    await watched.checkpoint();
    expect({ isStuck: watched.isStuck, said: log.warn.mock.calls }).toEqual({
      isStuck: true,
      said: [[expect.stringContaining(WAL_STUCK) as string]],
    });
    await watched.checkpoint();
    reader.exec('COMMIT');
    await watched.checkpoint();
    expect({ isStuck: watched.isStuck, said: log.info.mock.calls, warnings: log.warn.mock.calls.length }).toEqual({
      isStuck: false,
      said: [['the write-ahead log is checkpointed again']],
      warnings: 1,
    });
    const grown = size();
    await write(20);
    expect(size()).toBeLessThan(grown * 2);
  });

  it('B14 is reported as growing under readers that overlap', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const before = readers.at(-1);
      read();
      before?.exec('COMMIT');
      await write(5);
      await watched.checkpoint();
    }
    expect(watched.isStuck).toBe(true);
  });

  it('B14 is not blocked by short readers, however much is written', async () => {
    watched = watch(USUAL);
    for (let turn = 0; turn < 3; turn += 1) {
      await write(60);
      await watched.checkpoint();
    }
    expect(watched.isStuck).toBe(false);
  });

  it('B14 is not blocked by our own backups and checks once they are done', async () => {
    watched = watch(USUAL);
    await write(5);
    await makeBackup({ database: file, file: join(temporaryFolder(), 'a.strobe-backup'), program: '0', now: 0 });
    await new BackgroundCheck({ file, tables: ['settings'] }).run();
    await write(40);
    await watched.checkpoint();
    expect({ isStuck: watched.isStuck, isShort: size() < USUAL }).toEqual({ isStuck: false, isShort: true });
  });

  /** Waits until this many checkpoints have run. */
  async function pass(looks: number): Promise<void> {
    for (let look = 0; look < looks; look += 1) {
      clock.advance(INTERVAL);
      await untilHolds(() => expect(clock.pending).toBe(1));
    }
  }

  it('B14 is checked regularly, but not while the disk accepts no writes', async () => {
    watched.start();
    read();
    await write(10);
    refusal = 'disk-read-only';
    await pass(TIMES);
    expect(watched.isStuck).toBe(false);
    refusal = undefined;
    await pass(TIMES - 1);
    expect(watched.isStuck).toBe(false);
    await pass(1);
    expect(watched.isStuck).toBe(true);
  });

  it('B10 is checkpointed by a thread as soon as enough was written, and the thread ends with the checkpointer', async () => {
    const isInFile = (text: string) => readFileSync(file).includes(text);
    const put = (value: string) => inTransaction(db, (trx) => new Settings({ db, newId: () => '' }).put('note', value, trx));
    watched.start();
    await put('first note');
    await pass(1);
    expect(isInFile('first note')).toBe(false);
    for (let change = 0; change < 1_000; change += 1) await put('another note');
    await pass(1);
    expect(isInFile('another note')).toBe(true);
    await watched.stop();
    await db.destroy();
    expect(existsSync(walFileOf(file))).toBe(false);
  });
});
