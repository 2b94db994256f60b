import { describe, expect, it } from 'vitest';
import { lineRulesSchema } from '#contract/api-v3/controller-line.ts';
import { RuleCounts } from '#controller/lines/rule-counts.ts';

const RULES = lineRulesSchema.parse({ productsWithoutPrint: 3, failedReads: 2, staleData: 30 });

describe('what the rules of a line count', () => {
  it('products without a print in a row: a print ends the row', () => {
    const counts = new RuleCounts();
    counts.missed(2);
    counts.printed();
    counts.missed(1);
    expect(counts.unprinted).toBe(1);
  });

  it('a product that was missed at the printer once, when the reader sees it without a code', () => {
    const counts = new RuleCounts();
    counts.missed(2);
    expect([counts.blankSeen(), counts.blankSeen()]).toEqual([false, false]);
    expect(counts.unprinted).toBe(2);
  });

  it('a product without a code that no detector saw', () => {
    const counts = new RuleCounts();
    counts.missed(1);
    expect([counts.blankSeen(), counts.blankSeen()]).toEqual([false, true]);
    expect(counts.unprinted).toBe(2);
  });

  it('products in a row that were not verified', () => {
    const counts = new RuleCounts();
    for (const isRight of [false, true, false, false]) counts.verified(isRight);
    expect(counts.unverified).toBe(2);
  });

  it('nothing any more when a person has resumed the line', () => {
    const counts = new RuleCounts();
    counts.missed(1);
    counts.verified(false);
    counts.staleSeconds = 9;
    counts.reset();
    expect(counts.standings('Line 1', RULES).map(({ count }) => count)).toEqual([0, 0, 0]);
    expect(counts.blankSeen()).toBe(true);
  });

  it('for the rules that are on, with their limits', () => {
    const counts = new RuleCounts();
    counts.missed(1);
    expect(counts.standings('Line 1', { ...RULES, failedReads: null })).toEqual([
      { rule: 'products-without-print', printer: 'Line 1', count: 1, limit: 3 },
      { rule: 'stale-data', printer: 'Line 1', count: 0, limit: 30 },
    ]);
  });
});
