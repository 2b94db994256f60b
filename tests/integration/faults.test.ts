import { describe, expect, it } from 'vitest';
import type { Order } from '../faults/fault-run.ts';
import { kills } from '../faults/kills/kills.ts';
import { power } from '../faults/power/power.ts';
import { whyNotRecorded } from '../faults/power/record.ts';
import { retries } from '../faults/retries/retries.ts';

/** Programs are started and killed here, on a machine that may be busy. */
const seed = Date.now() % 1_000_000;
const order = (amount: number): Order => ({ amount, seed, tell: (line) => console.error(line) });
const why = whyNotRecorded();

/** A run rejects at the first invariant that does not hold. */
describe(`a little of each run of faults, seed ${seed}`, () => {
  it('A1 A2 I8 kills: the ledger says what the engines say', async () => {
    await expect(kills(order(4))).resolves.toContain('4 kills of 2 stations');
  });

  it('A3 E18 retries: as many marks as distinct keys', async () => {
    await expect(retries(order(50))).resolves.toContain('50 distinct keys, 50 prints');
  });

  it.skipIf(why !== undefined)(`B1 power: no record that anybody saw is lost${why === undefined ? '' : `: ${why}`}`, async () => {
    await expect(power(order(40))).resolves.toContain('0 records lost');
  });
});
