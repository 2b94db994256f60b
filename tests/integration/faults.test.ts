import { describe, expect, it } from 'vitest';
import type { Order } from '../faults/fault-run.ts';
import { audit } from '../faults/audit/audit.ts';
import { day } from '../faults/day/day.ts';
import { DayReceivers } from '../faults/day/day-receivers.ts';
import { engines } from '../faults/engines/engines.ts';
import { line } from '../faults/line/line.ts';
import { kills } from '../faults/kills/kills.ts';
import { power } from '../faults/power/power.ts';
import { whyNotRecorded } from '../faults/power/record.ts';
import { retries } from '../faults/retries/retries.ts';

/** Generous, since programs are started and killed on a machine that may be busy. */
const seed = Date.now() % 1_000_000;
const order = (amount: number): Order => ({ amount, seed, tell: (line) => console.error(line) });
const why = whyNotRecorded();
const missing = DayReceivers.missing();

/** A run rejects at the first violated invariant. */
describe(`a little of each run of faults, seed ${seed}`, () => {
  it('A1 A2 I8 kills: the ledger matches the engines', async () => {
    await expect(kills(order(4))).resolves.toContain('4 kills of 2 stations');
  });

  it('A2 D2 D4 I2 engines: no code is on the paper twice, and the paper has every printed print', async () => {
    await expect(engines(order(1))).resolves.toContain('0 twice');
  });

  it('A3 E18 retries: one mark for each distinct key', async () => {
    await expect(retries(order(50))).resolves.toContain('50 distinct keys, 50 prints');
  });

  it('audit: every change of an audit log is found, and no honest one is accused', async () => {
    await expect(audit(order(200))).resolves.toContain('200 mutations found');
  });

  it('I2 I5 line: detectors, devices and ledger have the same counts', { timeout: 300_000 }, async () => {
    await expect(line(order(1))).resolves.toContain('1 minutes of the line');
  });

  it.skipIf(missing !== undefined)(
    `A1 A2 I2 I5 day: orders, ledger, host application, webhooks, e-mails and OEE have the same counts${missing === undefined ? '' : `: ${missing}`}`,
    { timeout: 600_000 },
    async () => {
      await expect(day(order(1 / 3))).resolves.toContain('all counts are equal');
    },
  );

  it.skipIf(why !== undefined)(`B1 power: no acknowledged record is lost${why === undefined ? '' : `: ${why}`}`, async () => {
    await expect(power(order(40))).resolves.toContain('0 records lost');
  });
});
