import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { GroupCommit } from '#storage/database/group-commit.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { CachedRead } from '#storage/database/cached-query.ts';
import { Statement } from '#storage/database/statement.ts';

type Db = ControllerDatabase | ControllerTransaction;

const VALUE = new Statement<{ value: string }>('SELECT value FROM settings WHERE key = ?1');
const PUT = new Statement('INSERT INTO settings (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2');

function open() {
  const db = openControllerDatabase(':memory:');
  onTestFinished(() => db.destroy());
  const read = vi.fn(async (from: Db, key: string) => (await VALUE.first(from, key))?.value);
  const reading = new CachedRead('settings', read);
  return { db, read, reading, get: (key = 'x') => inTransaction(db, (trx) => reading.get(trx, key)) };
}

describe('a cached query', () => {
  it('reads each key once while its table is not changed', async () => {
    const { db, read, get } = open();
    await PUT.run(db, 'x', '1');
    await PUT.run(db, 'y', '2');
    expect([
      await get('x'),
      await get('y'),
      await get('z'),
      await get('x'),
      await get('y'),
      await get('z'),
      read.mock.calls.length,
    ]).toEqual(['1', '2', undefined, '1', '2', undefined, 3]);
  });

  it.each<[string, (db: ControllerDatabase) => Promise<unknown>]>([
    ['a statement', (db) => PUT.run(db, 'x', '2')],
    ['a query', (db) => db.updateTable('settings').set({ value: '2' }).where('key', '=', 'x').execute()],
    ['a query that gives rows', (db) => db.updateTable('settings').set({ value: '2' }).returning('key').execute()],
    ['a statement of another transaction', (db) => inTransaction(db, (trx) => PUT.run(trx, 'x', '2'))],
  ])('reads again after %s', async (_, change) => {
    const { db, get } = open();
    await PUT.run(db, 'x', '1');
    const before = await get();
    await change(db);
    expect([before, await get()]).toEqual(['1', '2']);
  });

  it('does not read again after a change of another table', async () => {
    const { db, read, get } = open();
    await get();
    await db.insertInto('variables').values({ name: 'x', value: '1', description: '', user_edit: 0 }).execute();
    await get();
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('sees the changes of its own transaction, and drops them after a rollback', async () => {
    const { db, reading, get } = open();
    await PUT.run(db, 'x', '1');
    let inside: unknown;
    const failed = inTransaction(db, async (trx) => {
      await PUT.run(trx, 'x', '2');
      inside = await reading.get(trx, 'x');
      throw new Error('taken back');
    });
    await expect(failed).rejects.toThrow('taken back');
    expect([inside, await get()]).toEqual(['2', '1']);
  });

  it('drops what a task of a group has read when that task is rolled back', async () => {
    const { db, reading } = open();
    await PUT.run(db, 'x', '1');
    const commits = new GroupCommit<ControllerSchema>(db);
    const failed = commits.run(async (trx) => {
      await PUT.run(trx, 'x', '2');
      throw new Error(`taken back after ${await reading.get(trx, 'x')}`);
    });
    const next = commits.run((trx) => reading.get(trx, 'x'));
    await expect(failed).rejects.toThrow('taken back after 2');
    expect(await next).toBe('1');
  });

  it('does not show uncommitted changes outside the transaction', async () => {
    const { db, reading } = open();
    await PUT.run(db, 'x', '1');
    let outside: Promise<unknown> = Promise.resolve();
    const failed = inTransaction(db, async (trx) => {
      await PUT.run(trx, 'x', '2');
      await reading.get(trx, 'x');
      outside = reading.get(db, 'x');
      throw new Error('taken back');
    });
    await expect(failed).rejects.toThrow('taken back');
    expect(await outside).toBe('1');
  });

  it('does not cache an error', async () => {
    const { db, read, get } = open();
    await PUT.run(db, 'x', '1');
    read.mockRejectedValueOnce(new Error('not read'));
    await expect(get()).rejects.toThrow('not read');
    expect(await get()).toBe('1');
  });

  it('has one cache for each database', async () => {
    const one = open();
    const other = openControllerDatabase(':memory:');
    onTestFinished(() => other.destroy());
    await PUT.run(one.db, 'x', 'of one');
    await PUT.run(other, 'x', 'of the other');
    const ofOther = () => inTransaction(other, (trx) => one.reading.get(trx, 'x'));
    expect([await one.get(), await ofOther(), await one.get()]).toEqual(['of one', 'of the other', 'of one']);
  });

  it('is limited in bytes', async () => {
    const { db, read, get } = open();
    for (const key of ['a', 'b', 'c']) await PUT.run(db, key, 'x'.repeat(900_000));
    for (const key of ['a', 'b', 'c', 'c', 'a']) await get(key);
    expect(read.mock.calls.map(([, key]) => key)).toEqual(['a', 'b', 'c', 'a']);
  });
});
