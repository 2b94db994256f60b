import { onTestFinished, describe, expect, it } from 'vitest';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { Statement } from '#storage/database/statement.ts';

const PUT = new Statement<{ key: string; value: string }>(`
  INSERT INTO settings (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2 RETURNING key, value`);
const BEGINNING = new Statement<{ value: string }>('SELECT value FROM settings WHERE key >= ?1 ORDER BY key');

function openSettings() {
  const db = openControllerDatabase(':memory:');
  onTestFinished(() => db.destroy());
  return db;
}

describe('a statement', () => {
  it('runs with new parameters each time, and returns its rows', async () => {
    const db = openSettings();
    expect([await PUT.all(db, 'a', '1'), await PUT.all(db, 'b', '2'), await PUT.all(db, 'a', '3')]).toEqual([
      [{ key: 'a', value: '1' }],
      [{ key: 'b', value: '2' }],
      [{ key: 'a', value: '3' }],
    ]);
  });

  it('returns its first row, if there is one', async () => {
    const db = openSettings();
    for (const key of ['x', 'y']) await PUT.run(db, key, `of ${key}`);
    expect([await BEGINNING.first(db, 'x'), await BEGINNING.first(db, 'z')]).toEqual([{ value: 'of x' }, undefined]);
  });

  it("shares the transaction with Kysely's queries", async () => {
    const db = openSettings();
    const seen = await inTransaction(db, async (trx) => {
      await trx.insertInto('settings').values({ key: 'x', value: 'query' }).execute();
      await PUT.run(trx, 'y', 'statement');
      return [await BEGINNING.all(trx, 'x'), await trx.selectFrom('settings').select('value').where('key', '>=', 'x').execute()];
    });
    expect(seen).toEqual([
      [{ value: 'query' }, { value: 'statement' }],
      [{ value: 'query' }, { value: 'statement' }],
    ]);
  });

  it('waits for the end of another transaction', async () => {
    const db = openSettings();
    let isOver = false;
    const other = inTransaction(db, async (trx) => {
      await PUT.run(trx, 'x', '1');
      await new Promise((resolve) => void setImmediate(resolve));
      isOver = true;
    });
    const seen = BEGINNING.all(db, 'x').then((rows) => ({ rows, isOver }));
    await other;
    expect(await seen).toEqual({ rows: [{ value: '1' }], isOver: true });
  });

  it.each([true, false])('is rolled back with its transaction', async (isOurs) => {
    const db = openSettings();
    const work = async (trx: ControllerTransaction) => {
      await PUT.run(trx, 'x', '1');
      throw new Error('taken back');
    };
    await expect(isOurs ? inTransaction(db, work) : db.transaction().execute(work)).rejects.toThrow('taken back');
    expect(await BEGINNING.all(db, 'x')).toEqual([]);
  });
});
