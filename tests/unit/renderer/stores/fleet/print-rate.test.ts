import { describe, expect, it } from 'vitest';
import { createPrintRates } from '#renderer/stores/fleet/print-rate.ts';

const SECOND = 1_000;

interface Printing {
  /** Seconds. */
  from: number;
  to: number;
  perMinute: number;
  /** The count at the beginning. */
  count?: number;
}

/** Notes the counts of a printer that prints this often per minute, once a second. Returns the last count. */
function print(rates: ReturnType<typeof createPrintRates>, { from, to, perMinute, count = 0 }: Printing): number {
  const countAt = (second: number): number => count + Math.floor(((second - from) * perMinute) / 60);
  for (let second = from + 1; second <= to; second += 1) rates.note('a', { at: second * SECOND, count: countAt(second) });
  return countAt(to);
}

describe('the rate of a printer', () => {
  it('is unknown until the shortest window has passed', () => {
    const rates = createPrintRates();
    print(rates, { from: 0, to: 9, perMinute: 120 });
    expect(rates.rateAt('a', 9 * SECOND)).toBeUndefined();
    expect(rates.rateAt('b', 9 * SECOND)).toBeUndefined();
  });

  it('is that of the last seconds on a fast line, not that of the last minute', () => {
    const rates = createPrintRates();
    const count = print(rates, { from: 0, to: 60, perMinute: 60 });
    print(rates, { from: 60, to: 71, perMinute: 180, count });
    expect(rates.rateAt('a', 71 * SECOND)).toBe(180);
  });

  it('is that of a whole minute on a slow line, where each print would move it', () => {
    const rates = createPrintRates();
    print(rates, { from: 0, to: 90, perMinute: 6 });
    expect([90, 93, 97].map((second) => rates.rateAt('a', second * SECOND))).toEqual([6, 6, 6]);
  });

  it('falls while nothing is printed, and is zero a minute later', () => {
    const rates = createPrintRates();
    print(rates, { from: 0, to: 60, perMinute: 120 });
    expect([60, 70, 80, 120].map((second) => rates.rateAt('a', second * SECOND))).toEqual([120, 60, 40, 0]);
  });

  it('starts over when the count of the printer was reset', () => {
    const rates = createPrintRates();
    print(rates, { from: 0, to: 30, perMinute: 120 });
    rates.note('a', { at: 31 * SECOND, count: 0 });
    expect(rates.rateAt('a', 31 * SECOND)).toBeUndefined();
    print(rates, { from: 31, to: 45, perMinute: 120 });
    expect(rates.rateAt('a', 45 * SECOND)).toBe(120);
  });
});
