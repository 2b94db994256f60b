import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openControllerDatabase } from '#storage/controller-database.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/controller-schema.ts';
import { GroupCommit } from '#storage/group-commit.ts';
import { inTransaction } from '#storage/in-transaction.ts';
import { afterCommit } from '#storage/open-transactions.ts';

describe('what comes after a commit', () => {
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

  it('comes in its order, once the transaction is over, and before its answer', async () => {
    await inTransaction(db, async (trx) => {
      await put(trx, 'a');
      await inTransaction(trx, (inner) => put(inner, 'b'));
      expect(told).toEqual([]);
    });
    expect(told).toEqual(['a', 'b']);
  });

  it('never comes for a transaction that is taken back', async () => {
    const failing = inTransaction(db, async (trx) => {
      await put(trx, 'a');
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    expect(told).toEqual([]);
  });

  it('comes at once without a transaction: a statement is durable when it returns', () => {
    tell(db, 'a');
    expect(told).toEqual(['a']);
  });

  it('comes for those works of a group commit alone that were not taken back', async () => {
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

  it('comes once for works of a group that were begun again', async () => {
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
