import { beforeEach, describe, expect, it } from 'vitest';
import { counterSchema } from '#contract/api-v3/counter.ts';
import { Counters } from '#controller/counters/counters.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';

const NAME = 'Serial';
let db: ControllerDatabase;
let counters: Counters;
let requests = 0;

beforeEach(async () => {
  db = openControllerDatabase(':memory:');
  counters = new Counters({ db });
  await counters.put(NAME, counterSchema.parse({ value: 7 }));
});

const take = (plantCounter = 'Case') => inTransaction(db, (trx) => counters.takeFromPlant(NAME, plantCounter, trx));
const left = async () => (await counters.plantNumbers(NAME)).left;

/** A block comes from the plant. */
async function receive(first: number, last: number): Promise<void> {
  const request = `request-${(requests += 1)}`;
  await inTransaction(db, async (trx) => {
    await counters.plantBlocks.ask(NAME, { request, size: last - first + 1 }, trx);
    await counters.receiveBlock(request, { first, last }, trx);
  });
}

/** Prints in the way of a trigger: reads and advances in one transaction. Returns the numbers. */
async function print(count: number): Promise<number[]> {
  const numbers: number[] = [];
  for (let index = 0; index < count; index += 1) {
    await inTransaction(db, async (trx) => {
      numbers.push((await counters.readings([NAME], trx)).get(NAME)?.value ?? Number.NaN);
      await counters.advance([NAME], trx);
    });
  }
  return numbers;
}

describe('a counter of the plant', () => {
  it('prints nothing until its first block has come', async () => {
    await take();
    await expect(print(1)).rejects.toMatchObject({ slug: 'serials-used-up', message: expect.stringContaining('has no number left') });
    await receive(101, 103);
    expect([await print(2), await left()]).toEqual([[101, 102], 1]);
  });

  it('goes on with the next block, and is used up after the last one', async () => {
    await take();
    await receive(101, 102);
    await receive(201, 201);
    await receive(301, 302);
    expect(await print(5)).toEqual([101, 102, 201, 301, 302]);
    expect(await left()).toBe(0);
    await expect(print(1)).rejects.toMatchObject({ slug: 'serials-used-up' });
    await receive(401, 409);
    expect(await print(1)).toEqual([401]);
  });

  it('prints each number as often as it is repeated', async () => {
    await counters.put(NAME, counterSchema.parse({ value: 7, repeat: 2 }));
    await take();
    await receive(101, 102);
    expect(await print(3)).toEqual([101, 101, 102]);
    expect(await left()).toBe(0);
    expect(await print(1)).toEqual([102]);
    await expect(print(1)).rejects.toMatchObject({ slug: 'serials-used-up' });
  });

  it('keeps its block when another print of the same transaction fails', async () => {
    await take();
    await receive(101, 101);
    const failing = inTransaction(db, async (trx) => {
      await counters.advance([NAME], trx);
      throw new Error('the print was not reserved');
    });
    await expect(failing).rejects.toThrow('not reserved');
    expect(await print(1)).toEqual([101]);
  });

  it('cannot be set, and can be described', async () => {
    await take();
    await receive(101, 103);
    const stored = await counters.get(NAME);
    await expect(counters.put(NAME, { ...stored, value: 102 })).rejects.toMatchObject({ context: { errors: [{ pointer: '/value' }] } });
    await counters.put(NAME, { ...stored, description: 'Cases of the plant' });
    expect(await print(1)).toEqual([101]);
  });

  it('has the step 1', async () => {
    await counters.put(NAME, counterSchema.parse({ value: 7, step: 2 }));
    await expect(take()).rejects.toMatchObject({ context: { errors: [{ pointer: '/step' }] } });
  });

  it('cannot be reserved in advance by a job that is frozen', async () => {
    await take();
    await expect(inTransaction(db, (trx) => counters.begin([NAME], trx))).rejects.toMatchObject({ slug: 'invalid-input' });
  });

  it('keeps its blocks under another name', async () => {
    await take();
    await receive(101, 101);
    await receive(201, 202);
    await inTransaction(db, (trx) => counters.rename({ name: NAME, to: 'Other' }, trx));
    expect((await counters.plantNumbers('Other')).left).toBe(3);
  });
});

describe('what is left of its blocks', () => {
  const unused = async () => (await counters.plantBlocks.unused(db)).map(({ plantCounter, first, last }) => [plantCounter, first, last]);

  beforeEach(async () => {
    await take();
    await receive(101, 105);
    await receive(201, 203);
    await print(2);
  });

  it.each<[end: string, act: () => Promise<unknown>]>([
    ['has numbers of its own again', () => inTransaction(db, (trx) => counters.endPlantNumbers(NAME, trx))],
    ['is removed', () => counters.remove(NAME)],
    ['takes its numbers from another counter', () => take('Pallet')],
  ])('is reported when it %s', async (_end, act) => {
    await act();
    expect(await unused()).toEqual([
      ['Case', 103, 105],
      ['Case', 201, 203],
    ]);
  });

  it('is neither used nor reported after a restore: which numbers were printed since is unknown', async () => {
    await inTransaction(db, (trx) => counters.plantBlocks.forgetAll(trx));
    expect([await unused(), await left()]).toEqual([[], 0]);
    await expect(print(1)).rejects.toMatchObject({ slug: 'serials-used-up' });
    await inTransaction(db, (trx) => counters.plantBlocks.ask(NAME, { request: 'request-after', size: 5 }, trx));
    expect(await counters.plantBlocks.asked(NAME, db)).toMatchObject({ plantCounter: 'Case', highest: 203 });
  });

  it('is reported without the number that is printed several times', async () => {
    await counters.put(NAME, { ...(await counters.get(NAME)), repeat: 3 });
    await print(1);
    await inTransaction(db, (trx) => counters.endPlantNumbers(NAME, trx));
    expect((await unused())[0]).toEqual(['Case', 104, 105]);
  });
});

it('a block that comes for a counter that waits no more is not used', async () => {
  await take();
  await inTransaction(db, (trx) => counters.plantBlocks.ask(NAME, { request: 'request-late', size: 5 }, trx));
  await inTransaction(db, (trx) => counters.endPlantNumbers(NAME, trx));
  await inTransaction(db, (trx) => counters.receiveBlock('request-late', { first: 1, last: 5 }, trx));
  await expect(counters.plantNumbers(NAME)).rejects.toMatchObject({ slug: 'not-found' });
  expect((await counters.get(NAME)).maxValue).toBe(Number.MAX_SAFE_INTEGER);
});
