import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect, type Transaction } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asKyselyDatabase } from '#storage/database/kysely-database.ts';
import type { WalSync } from '#storage/wal/wal-sync.ts';
import { lendConnection, readTransaction, writeTransaction, whenDurable } from '#storage/database/open-transactions.ts';
import { BrokenDatabaseError } from '#storage/integrity/sqlite-failure.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { untilHolds } from '#support/until-holds.ts';

interface Notes {
  notes: { text: string };
}

/** A disk whose syncs complete when the test says so. */
class HandDisk implements Pick<WalSync, 'now' | 'later' | 'close'> {
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
    const connection = asKyselyDatabase(database, { onBroken }, disk as unknown as WalSync);
    db = new Kysely({ dialect: new SqliteDialect({ database: connection }) });
    lendConnection(db, connection);
  });
  afterEach(() => db.destroy());

  const note = (text: string) => (trx: Transaction<Notes>) => trx.insertInto('notes').values({ text }).execute();
  const write = (text: string) => writeTransaction(db, note(text)).then(() => done.push(text));
  const seen = async () => (await db.selectFrom('notes').selectAll().orderBy('text').execute()).map(({ text }) => text);
  const isAsked = (times: number) => untilHolds(() => expect(disk.asked).toHaveLength(times));

  it('resolves a change when it is durable, and a read at once', async () => {
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

  it('starts no transaction before the last one is durable', async () => {
    const writing = Promise.all(['a', 'b'].map(write));
    await isAsked(1);
    expect(await seen()).toEqual(['a']);
    disk.asked[0]!.resolve();
    await isAsked(2);
    expect([await seen(), done]).toEqual([['a', 'b'], ['a']]);
    disk.asked[1]!.resolve();
    await writing;
  });

  it('starts the next transaction after a failed one', async () => {
    const failing = writeTransaction(db, () => Promise.reject(new Error('no')));
    const writing = write('a');
    await expect(failing).rejects.toThrow('no');
    await isAsked(1);
    disk.asked[0]!.resolve();
    await writing;
  });

  it('reports when everything that was visible is durable', async () => {
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

  it('does not sync after a read', async () => {
    await writeTransaction(db, (trx) => trx.selectFrom('notes').selectAll().execute());
    expect([disk.asked.length, disk.now.mock.calls.length]).toEqual([0, 0]);
  });

  it('syncs earlier commits before a single statement, and the statement before it returns', async () => {
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

  it('refuses further statements after a failed sync, and reports it once', async () => {
    const writing = [write('a'), write('b')];
    await isAsked(1);
    const told = whenDurable(db);
    disk.asked[0]!.reject(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }));
    for (const one of [...writing, told, seen()]) await expect(one).rejects.toThrow(BrokenDatabaseError);
    expect([done, onBroken.mock.calls.length]).toEqual([[], 1]);
  });

  it('refuses further statements after a failed sync of a single statement', async () => {
    disk.now.mockImplementationOnce(() => {
      throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
    });
    await expect(db.insertInto('notes').values({ text: 'a' }).execute()).rejects.toThrow(BrokenDatabaseError);
    await expect(seen()).rejects.toThrow(BrokenDatabaseError);
    expect(onBroken).toHaveBeenCalledTimes(1);
  });
});
