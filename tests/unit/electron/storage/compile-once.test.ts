import { onTestFinished, describe, expect, it } from 'vitest';
import { compileOnce, type Value } from '#storage/compile-once.ts';
import { openControllerDatabase } from '#storage/controller-database.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';

interface Setting {
  key: string;
  value: string;
}

function openSettings() {
  const db = openControllerDatabase(':memory:');
  onTestFinished(() => db.destroy());
  let builds = 0;
  const put = compileOnce((on: ControllerDatabase, value: Value<Setting>) => {
    builds += 1;
    return on
      .insertInto('settings')
      .values({ key: value('key'), value: value('value') })
      .onConflict((conflict) => conflict.doUpdateSet({ value: value('value') }))
      .returningAll();
  });
  return { db, put, builds: () => builds };
}

describe('compileOnce', () => {
  it('runs a statement with other values each time, and gives its rows', async () => {
    const { db, put } = openSettings();
    expect([await put(db, { key: 'a', value: '1' }), await put(db, { key: 'b', value: '2' })]).toEqual([
      [{ key: 'a', value: '1' }],
      [{ key: 'b', value: '2' }],
    ]);
  });

  it('puts a value wherever the statement names it', async () => {
    const { db, put } = openSettings();
    await put(db, { key: 'a', value: '1' });
    expect(await put(db, { key: 'a', value: '2' })).toEqual([{ key: 'a', value: '2' }]);
  });

  it('builds the statement once', async () => {
    const { db, put, builds } = openSettings();
    for (const value of ['1', '2', '3']) await put(db, { key: 'a', value });
    expect(builds()).toBe(1);
  });

  it('runs in the transaction that it is given', async () => {
    const { db, put } = openSettings();
    const failing = db.transaction().execute(async (trx) => {
      await put(trx, { key: 'a', value: '1' });
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    expect(await db.selectFrom('settings').selectAll().where('key', '=', 'a').execute()).toEqual([]);
  });
});
