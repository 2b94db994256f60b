import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { GroupRead } from '#storage/database/group-read.ts';

describe('concurrent reads', () => {
  let db: ControllerDatabase;
  let reads: GroupRead<ControllerSchema>;

  beforeEach(() => {
    db = openControllerDatabase(':memory:');
    reads = new GroupRead(db);
  });
  afterEach(() => db.destroy());

  const put = (value: string) =>
    db
      .insertInto('settings')
      .values({ key: 'a', value })
      .onConflict((conflict) => conflict.doUpdateSet({ value }))
      .execute();
  const read = async (trx: ControllerTransaction) =>
    (await trx.selectFrom('settings').selectAll().where('key', '=', 'a').execute())[0]?.value;

  it('share one transaction, and each gets its own result', async () => {
    await put('1');
    const transaction = vi.spyOn(db, 'transaction');
    const answers = await Promise.all([reads.run(read), reads.run(async (trx) => `${await read(trx)} again`)]);
    expect([answers, transaction.mock.calls.length]).toEqual([['1', '1 again'], 1]);
  });

  it('see one snapshot', async () => {
    await put('1');
    const both = reads.run(async (trx) => {
      const first = await read(trx);
      void put('2');
      return [first, await read(trx)];
    });
    expect([await both, await reads.run(read)]).toEqual([['1', '1'], '2']);
  });

  it('fail independently', async () => {
    await put('1');
    const failing = reads.run(() => Promise.reject(new Error('no')));
    const outcomes = await Promise.allSettled([reads.run(read), failing, reads.run(read)]);
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason)))).toEqual([
      '1',
      'Error: no',
      '1',
    ]);
  });

  it('all fail when the database cannot be read', async () => {
    await put('1');
    await db.destroy();
    const outcomes = await Promise.allSettled([reads.run(read), reads.run(read)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
