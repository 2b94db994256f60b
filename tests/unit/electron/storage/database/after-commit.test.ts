import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { GroupCommit } from '#storage/database/group-commit.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { afterCommit } from '#storage/database/open-transactions.ts';

describe('a callback after a commit', () => {
  let db: ControllerDatabase;
  let told: string[];
  beforeEach(() => {
    db = openControllerDatabase(':memory:');
    told = [];
  });
  afterEach(() => db.destroy());

  const tell = (trx: object, what: string) => afterCommit(trx, () => told.push(what));
  const put = async (trx: ControllerTransaction, key: string) => {
    await trx.insertInto('settings').values({ key, value: '' }).execute();
    tell(trx, key);
  };

  it('runs in order after the commit, before the transaction resolves', async () => {
    await inTransaction(db, async (trx) => {
      await put(trx, 'a');
      await inTransaction(trx, (inner) => put(inner, 'b'));
      expect(told).toEqual([]);
    });
    expect(told).toEqual(['a', 'b']);
  });

  it('does not run after a rollback', async () => {
    const failing = inTransaction(db, async (trx) => {
      await put(trx, 'a');
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    expect(told).toEqual([]);
  });

  it('runs at once without a transaction', () => {
    tell(db, 'a');
    expect(told).toEqual(['a']);
  });

  it('runs for the tasks of a group that were not rolled back', async () => {
    const commits = new GroupCommit(db);
    const works = ['a', 'b', 'c'].map((key) =>
      commits.run(async (trx) => {
        await put(trx, key);
        if (key === 'b') throw new Error('taken back');
      }),
    );
    await Promise.allSettled(works);
    expect(told).toEqual(['a', 'c']);
  });

  it('runs once for tasks of a group that were run again', async () => {
    const commits = new GroupCommit(db);
    const works = ['a', 'b'].map((key) =>
      commits.run(
        async (trx) => {
          await put(trx, key);
          if (key === 'b') throw new Error('taken back');
        },
        { isRepeatable: true },
      ),
    );
    await Promise.allSettled(works);
    expect(told).toEqual(['a']);
  });
});
