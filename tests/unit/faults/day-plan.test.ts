import { describe, expect, it } from 'vitest';
import { planDay, RECEIVERS, type DayPlanOptions } from '../../faults/day/day-plan.ts';

const options: DayPlanOptions = { seed: 7, length: 600_000, lines: 8, every: 400 };

describe('the plan of a day', () => {
  it('is the same for the same seed, and another one for another seed', () => {
    expect(planDay(options)).toEqual(planDay(options));
    expect(planDay({ ...options, seed: 8 }).orders).not.toEqual(planDay(options).orders);
  });

  it.each([20_000, 600_000])('has orders of both kinds for each line, kills, and every receiver away, in %i ms', (length) => {
    const { orders, ends, outages } = planDay({ ...options, length });
    expect(new Set(orders.map(({ line }) => line)).size).toBe(options.lines);
    expect(new Set(orders.map(({ comesAs }) => comesAs)).size).toBe(2);
    expect(new Set(outages.map(({ receiver }) => receiver))).toEqual(new Set(RECEIVERS));
    expect(ends.some(({ kind }) => kind === 'kill')).toBe(true);
    const moments = [...orders.map(({ at }) => at), ...ends.map(({ at }) => at), ...outages.flatMap(({ from, to }) => [from, to])];
    expect(moments.filter((at) => at < 0 || at > length)).toEqual([]);
  });

  it('asks each line for fewer products than it can print', () => {
    const { orders, pauses } = planDay(options);
    for (const [line, spans] of pauses.entries()) {
      const works = spans.reduce((rest, { from, to }) => rest - (to - from), options.length);
      const asked = orders.filter((order) => order.line === line).reduce((sum, { products }) => sum + products, 0);
      expect(asked).toBeLessThan(works / options.every);
    }
  });

  it('lets outages of one receiver follow each other', () => {
    const { outages } = planDay({ ...options, length: 1_800_000 });
    for (const spans of Map.groupBy(outages, ({ receiver }) => receiver).values())
      for (const [at, { from }] of spans.entries()) expect(from).toBeGreaterThan(spans[at - 1]?.to ?? -1);
  });
});
