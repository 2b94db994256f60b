import { onTestFinished, describe, expect, it } from 'vitest';
import { openControllerDatabase } from '#storage/controller-database.ts';
import { Statement } from '#storage/statement.ts';

const PUT = new Statement<{ key: string; value: string }>(`
  INSERT INTO settings (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2 RETURNING key, value`);
const BEGINNING = new Statement<{ value: string }>('SELECT value FROM settings WHERE key >= ?1 ORDER BY key');

function openSettings() {
  const db = openControllerDatabase(':memory:');
  onTestFinished(() => db.destroy());
  return db;
}

describe('a statement', () => {
  it('runs with other values each time, wherever it names them, and gives its rows', async () => {
    const db = openSettings();
    expect([await PUT.all(db, 'a', '1'), await PUT.all(db, 'b', '2'), await PUT.all(db, 'a', '3')]).toEqual([
      [{ key: 'a', value: '1' }],
      [{ key: 'b', value: '2' }],
      [{ key: 'a', value: '3' }],
    ]);
  });

  it('gives its first row where there is one', async () => {
    const db = openSettings();
    for (const key of ['x', 'y']) await PUT.run(db, key, `of ${key}`);
    expect([await BEGINNING.first(db, 'x'), await BEGINNING.first(db, 'z')]).toEqual([{ value: 'of x' }, undefined]);
  });

  it('runs in the transaction that it is given', async () => {
    const db = openSettings();
    const failing = db.transaction().execute(async (trx) => {
      await PUT.run(trx, 'x', '1');
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    expect(await BEGINNING.all(db, 'x')).toEqual([]);
  });
});
