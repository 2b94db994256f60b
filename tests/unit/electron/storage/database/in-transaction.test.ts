import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

describe('inTransaction', () => {
  it('undoes everything when the work fails', async () => {
    const db = openControllerDatabase(':memory:');
    const failing = inTransaction(db, async (trx) => {
      await trx.insertInto('settings').values({ key: 'a', value: '1' }).execute();
      throw new Error('half-way');
    });
    await expect(failing).rejects.toThrow('half-way');
    expect(await db.selectFrom('settings').selectAll().execute()).toEqual([]);
  });

  it("joins the caller's transaction", async () => {
    const db = openControllerDatabase(':memory:');
    const outer = db.transaction().execute(async (trx) => {
      await inTransaction(trx, (inner) => inner.insertInto('settings').values({ key: 'a', value: '1' }).execute());
      throw new Error('outer fails');
    });
    await expect(outer).rejects.toThrow('outer fails');
    expect(await db.selectFrom('settings').selectAll().execute()).toEqual([]);
  });

  it('runs no other task in between', async () => {
    const db = openControllerDatabase(':memory:');
    const increment = () =>
      inTransaction(db, async (trx) => {
        const row = await trx.selectFrom('settings').select('value').where('key', '=', 'count').executeTakeFirst();
        const value = String(Number(row?.value ?? 0) + 1);
        await trx.replaceInto('settings').values({ key: 'count', value }).execute();
      });
    await Promise.all(Array.from({ length: 50 }, increment));
    expect(await db.selectFrom('settings').selectAll().execute()).toEqual([{ key: 'count', value: '50' }]);
  });

  it('does not fail when another process writes after its first read', async () => {
    const file = join(temporaryFolder(), 'controller.db');
    const db = openControllerDatabase(file);
    const other = new DatabaseSync(file, { timeout: 0 });
    const write = () => other.exec("INSERT INTO settings VALUES ('theirs', '1')");
    await inTransaction(db, async (trx) => {
      await trx.selectFrom('settings').selectAll().execute();
      expect(write).toThrow('locked');
      await trx.insertInto('settings').values({ key: 'ours', value: '1' }).execute();
    });
    write();
    expect((await db.selectFrom('settings').select('key').execute()).map(({ key }) => key)).toEqual(['ours', 'theirs']);
    other.close();
    await db.destroy();
  });
});
