import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { counterSchema } from '#contract/api-v3/counter.ts';
import { Counters } from '#controller/counters/counters.ts';
import type { NewEvent } from '#controller/events/events.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';

const UP = { value: 8, minValue: 1, maxValue: 9, repeat: 2 };
const DOWN = { value: 2, minValue: 1, maxValue: 9, step: -1 };

describe('a counter publishes', () => {
  let db: ControllerDatabase;
  let counters: Counters;
  let told: NewEvent['type'][];
  beforeEach(() => {
    db = openControllerDatabase(':memory:');
    told = [];
    counters = new Counters({ db, publish: ({ type }) => void told.push(type) });
  });
  afterEach(() => db.destroy());

  const oneByOne = async (prints: number, trx: ControllerTransaction) => {
    for (let print = 0; print < prints; print += 1) await counters.advance(['a'], trx);
  };
  const together = async (prints: number, trx: ControllerTransaction) => {
    const run = await counters.begin(['a'], trx);
    for (let print = 0; print < prints; print += 1) run.take(['a']);
    await counters.finish(run, trx);
  };

  it.each([
    { direction: 'up', counter: UP, before: 3 },
    { direction: 'down', counter: DOWN, before: 1 },
  ])('that it wrapped when it goes beyond a bound, counting $direction', async ({ counter, before }) => {
    for (const [prints, wraps] of [
      [before, false],
      [before + 1, true],
    ] as const) {
      for (const advance of [oneByOne, together]) {
        told = [];
        await counters.put('a', counterSchema.parse(counter));
        await inTransaction(db, (trx) => advance(prints, trx));
        expect([advance.name, prints, told.includes('counter:wrapped')]).toEqual([advance.name, prints, wraps]);
      }
    }
  });

  it('that it changed with every print, and once for a run of prints', async () => {
    await counters.put('a', counterSchema.parse({ value: 1 }));
    await inTransaction(db, (trx) => oneByOne(2, trx));
    await inTransaction(db, (trx) => together(5, trx));
    expect(told).toEqual(Array(4).fill('counter:changed'));
  });
});
