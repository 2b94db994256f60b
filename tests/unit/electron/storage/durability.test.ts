import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect, type Transaction } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asKyselyDatabase } from '#storage/kysely-database.ts';
import type { LogSync } from '#storage/log-sync.ts';
import { lendConnection, readTransaction, runTransaction, whenDurable } from '#storage/open-transactions.ts';
import { BrokenDatabaseError } from '#storage/sqlite-failure.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { untilHolds } from '#support/until-holds.ts';

interface Notes {
  notes: { text: string };
}

/** A disk that makes durable what it is asked to when the test says so. */
class HandDisk implements Pick<LogSync, 'now' | 'later' | 'close'> {
  readonly asked: { resolve: () => void; reject: (reason: Error) => void }[] = [];
  readonly now = vi.fn<() => void>();

  later(): Promise<void> {
    return new Promise((resolve, reject) => void this.asked.push({ resolve, reject }));
  }

  close(): void {
    this.asked.length = 0;
  }
}

describe('a database whose disk is slow', () => {
  let disk: HandDisk;
  let db: Kysely<Notes>;
  let done: string[];
  const onBroken = vi.fn();

  beforeEach(() => {
    onBroken.mockClear();
    done = [];
    disk = new HandDisk();
    const database = new DatabaseSync(join(temporaryFolder(), 'notes.db'));
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE notes (text TEXT)');
    const connection = asKyselyDatabase(database, { onBroken }, disk as unknown as LogSync);
    db = new Kysely({ dialect: new SqliteDialect({ database: connection }) });
    lendConnection(db, connection);
  });
  afterEach(() => db.destroy());

  const note = (text: string) => (trx: Transaction<Notes>) => trx.insertInto('notes').values({ text }).execute();
  const write = (text: string) => runTransaction(db, note(text)).then(() => done.push(text));
  const seen = async () => (await db.selectFrom('notes').selectAll().orderBy('text').execute()).map(({ text }) => text);
  const isAsked = (times: number) => untilHolds(() => expect(disk.asked).toHaveLength(times));

  it('answers a change once it is durable, and what is read at once', async () => {
    const writing = write('a');
    await isAsked(1);
    expect([await seen(), await readTransaction(db, (trx) => trx.selectFrom('notes').selectAll().execute()), done]).toEqual([
      ['a'],
      [{ text: 'a' }],
      [],
    ]);
    disk.asked[0]!.resolve();
    await writing;
    expect([done, disk.now.mock.calls.length]).toEqual([['a'], 0]);
  });

  it('begins no change before the one before it is durable', async () => {
    const writing = Promise.all(['a', 'b'].map(write));
    await isAsked(1);
    expect(await seen()).toEqual(['a']);
    disk.asked[0]!.resolve();
    await isAsked(2);
    expect([await seen(), done]).toEqual([['a', 'b'], ['a']]);
    disk.asked[1]!.resolve();
    await writing;
  });

  it('lets the next change begin also where one fails', async () => {
    const failing = runTransaction(db, () => Promise.reject(new Error('no')));
    const writing = write('a');
    await expect(failing).rejects.toThrow('no');
    await isAsked(1);
    disk.asked[0]!.resolve();
    await writing;
  });

  it('tells who asks when everything that was to be read until then is durable', async () => {
    await whenDurable(db);
    const writing = write('a');
    await isAsked(1);
    const told = whenDurable(db).then(() => done.push('told'));
    await seen();
    expect(done).toEqual([]);
    disk.asked[0]!.resolve();
    await Promise.all([writing, told]);
    expect([done.includes('told'), disk.asked.length]).toEqual([true, 1]);
  });

  it('asks nothing of the disk for what changes nothing', async () => {
    await runTransaction(db, (trx) => trx.selectFrom('notes').selectAll().execute());
    expect([disk.asked.length, disk.now.mock.calls.length]).toEqual([0, 0]);
  });

  it('makes a statement durable before it returns, and what was committed before it begins', async () => {
    await db.insertInto('notes').values({ text: 'alone' }).execute();
    expect(disk.now).toHaveBeenCalledTimes(1);
    const writing = write('a');
    await isAsked(1);
    disk.now.mockImplementationOnce(() => void done.push('the commit'));
    await db.insertInto('notes').values({ text: 'b' }).execute();
    expect([done, disk.now.mock.calls.length]).toEqual([['the commit'], 3]);
    disk.asked[0]!.resolve();
    await writing;
  });

  it('does nothing more once the disk has failed, and says so once', async () => {
    const writing = [write('a'), write('b')];
    await isAsked(1);
    const told = whenDurable(db);
    disk.asked[0]!.reject(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }));
    for (const one of [...writing, told, seen()]) await expect(one).rejects.toThrow(BrokenDatabaseError);
    expect([done, onBroken.mock.calls.length]).toEqual([[], 1]);
  });

  it('does nothing more once the disk has failed for a statement of its own', async () => {
    disk.now.mockImplementationOnce(() => {
      throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
    });
    await expect(db.insertInto('notes').values({ text: 'a' }).execute()).rejects.toThrow(BrokenDatabaseError);
    await expect(seen()).rejects.toThrow(BrokenDatabaseError);
    expect(onBroken).toHaveBeenCalledTimes(1);
  });
});
