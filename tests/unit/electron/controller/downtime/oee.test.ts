import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LINE_ACTIVITIES, type LineActivity } from '#contract/api-v3/downtime.ts';
import { oeeOf, type TimedActivity } from '#controller/downtime/oee.ts';

const MINUTE = 60_000;
const NO_PRODUCTS = { printed: 0, notVerified: 0, missed: 0 };

/** Activities one after the other, from the beginning on, with their lengths in minutes. */
function inTurn(...parts: readonly (readonly [LineActivity, minutes: number, reason?: string])[]): TimedActivity[] {
  let at = 0;
  return parts.map(([activity, minutes, reason = null]) => ({ activity, reason, from: at, to: (at += minutes * MINUTE) }));
}

describe('OEE', () => {
  it('is availability x performance x quality, without planned stops', () => {
    const activities = inTurn(['running', 300], ['fault', 60, 'jam'], ['planned', 60, 'break'], ['starved', 60]);
    const products = { printed: 23_000, notVerified: 500, missed: 1_000 };
    const oee = oeeOf({ from: 0, to: 480 * MINUTE, activities, products, idealRate: 100 });
    expect(oee).toMatchObject({
      availability: 300 / 420,
      performance: 24_000 / 30_000,
      quality: 22_500 / 24_000,
      products: { total: 24_000, good: 22_500, notVerified: 500, missed: 1_000 },
      notRecorded: 0,
    });
    expect(oee.oee).toBeCloseTo((300 / 420) * 0.8 * (22_500 / 24_000), 12);
  });

  it('lists the reasons of stops, longest first, and stops without one', () => {
    const activities = inTurn(['fault', 5, 'jam'], ['running', 10], ['blocked', 7, 'jam'], ['starved', 20], ['fault', 2]);
    const { reasons } = oeeOf({ from: 0, to: 44 * MINUTE, activities, products: NO_PRODUCTS, idealRate: null });
    expect(reasons).toEqual([
      { reason: null, activity: 'starved', duration: 20 * MINUTE, stops: 1 },
      { reason: 'jam', activity: null, duration: 12 * MINUTE, stops: 2 },
      { reason: null, activity: 'fault', duration: 2 * MINUTE, stops: 1 },
    ]);
  });

  it('has no figure where nothing can be compared', () => {
    expect(oeeOf({ from: 0, to: MINUTE, activities: [], products: NO_PRODUCTS, idealRate: 100 })).toMatchObject({
      ...{ availability: null, performance: null, quality: null, oee: null, notRecorded: MINUTE },
    });
    const ran = { from: 0, to: MINUTE, activities: inTurn(['running', 1]), products: { ...NO_PRODUCTS, printed: 50 } };
    expect(oeeOf({ ...ran, idealRate: null })).toMatchObject({ availability: 1, performance: null, quality: 1, oee: null });
  });

  it('accounts for every millisecond of the time once, wherever it is cut', () => {
    const parts = fc.array(fc.tuple(fc.constantFrom(...LINE_ACTIVITIES), fc.integer({ min: 0, max: 90 })), { maxLength: 30 });
    fc.assert(
      fc.property(parts, fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 1, max: 3_000 }), (periods, start, length) => {
        const [from, to] = [start * MINUTE, (start + length) * MINUTE];
        const { durations, notRecorded } = oeeOf({ from, to, activities: inTurn(...periods), products: NO_PRODUCTS, idealRate: null });
        expect(Object.values(durations).reduce((sum, duration) => sum + duration, notRecorded)).toBe(to - from);
      }),
    );
  });
});
