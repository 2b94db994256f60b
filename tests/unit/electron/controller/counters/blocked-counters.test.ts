import { beforeEach, describe, expect, it } from 'vitest';
import { counterSchema } from '#contract/api-v3/counter.ts';
import { Counters } from '#controller/counters/counters.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';

const NAME = 'Serial';
const BLOCKED = { slug: 'counter-blocked', message: expect.stringContaining('the numbers up to 100') as string };
let db: ControllerDatabase;
let counters: Counters;

async function block(counter: object): Promise<void> {
  await counters.put(NAME, counterSchema.parse({ maxValue: 999, ...counter }));
  await inTransaction(db, (trx) => counters.blockAll(trx));
}

const set = (counter: object) => counters.put(NAME, counterSchema.parse({ maxValue: 999, ...counter }));
const read = () => counters.readings([NAME]);

beforeEach(() => {
  db = openControllerDatabase(':memory:');
  counters = new Counters({ db });
});

describe('a blocked counter', () => {
  it('prints nothing, also with the counters of other labels, and says up to which value', async () => {
    await block({ value: 100 });
    await counters.put('Box', counterSchema.parse({ value: 1 }));
    await expect(read()).rejects.toMatchObject(BLOCKED);
    await expect(counters.readings(['Box', NAME])).rejects.toMatchObject(BLOCKED);
    await expect(counters.readings(['Box'])).resolves.toHaveProperty('size', 1);
    await expect(counters.list()).resolves.toEqual([
      { name: 'Box', value: 1 },
      { name: NAME, value: 100, blockedAt: 100 },
    ]);
  });

  it('is not reserved for a frozen job', async () => {
    await block({ value: 100 });
    await expect(inTransaction(db, (trx) => counters.begin([NAME], trx))).rejects.toMatchObject(BLOCKED);
  });

  it('stays blocked with the last known value, with a lower one and with another format, and prints beyond it', async () => {
    await block({ value: 100 });
    for (const counter of [{ value: 100 }, { value: 99 }, { value: 0 }, { value: 100, width: 9 }]) {
      await set(counter);
      await expect(read(), JSON.stringify(counter)).rejects.toMatchObject(BLOCKED);
    }
    await set({ value: 101 });
    expect((await read()).get(NAME)?.value).toBe(101);
    await set({ value: 5 });
    expect((await read()).get(NAME)?.value).toBe(5);
  });

  it('that counts down prints below its last known value', async () => {
    await block({ value: 100, step: -1 });
    await set({ value: 101, step: -1 });
    await expect(read()).rejects.toMatchObject(BLOCKED);
    await set({ value: 99, step: -1 });
    expect((await read()).get(NAME)?.value).toBe(99);
  });

  it('keeps its last known value when it is blocked again, and under another name', async () => {
    await block({ value: 100 });
    await set({ value: 7 });
    await inTransaction(db, (trx) => counters.blockAll(trx));
    await inTransaction(db, (trx) => counters.rename({ name: NAME, to: 'Other' }, trx));
    await expect(counters.readings(['Other'])).rejects.toMatchObject(BLOCKED);
  });

  it('prints again with numbers of the plant', async () => {
    await block({ value: 100 });
    await inTransaction(db, (trx) => counters.takeFromPlant(NAME, 'Case', trx));
    await expect(read()).rejects.toMatchObject({ slug: 'serials-used-up' });
    await inTransaction(db, async (trx) => {
      await counters.plantBlocks.ask(NAME, { request: 'r', size: 10 }, trx);
      await counters.receiveBlock('r', { first: 501, last: 510 }, trx);
    });
    expect((await read()).get(NAME)?.value).toBe(501);
  });

  it('is not one that takes its numbers from the plant', async () => {
    await set({ value: 1 });
    await inTransaction(db, (trx) => counters.takeFromPlant(NAME, 'Case', trx));
    await inTransaction(db, (trx) => counters.blockAll(trx));
    await expect(counters.list()).resolves.toEqual([{ name: NAME, value: 0 }]);
  });
});
