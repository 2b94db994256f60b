import { describe, expect, it } from 'vitest';
import type { VerifiedPrint } from '../../faults/engines/site.ts';
import { DOUBT, HOLD, isExplained, type UnmatchedResult, type VerificationEvidence } from '../../faults/line/explained-verdicts.ts';
import type { PassedProduct } from '../../faults/line/reader-station.ts';

const DELAY = 400;
const WINDOW = 115;
/** When the first print is recorded, and when its result is expected. */
const SETTLED = 10_000;
const MOMENT = SETTLED + DELAY;

const print = (over: Partial<VerifiedPrint> = {}): VerifiedPrint => ({
  ...{ id: 1, serial: 'V1', verification: 'not-read', verified: MOMENT + WINDOW, read: null, settled: SETTLED, wasUnknown: false },
  ...over,
});
/** The next print, recorded so many milliseconds later, with the result of its own product. */
const next = (later: number, over: Partial<VerifiedPrint> = {}): VerifiedPrint =>
  print({
    ...{ id: 2, serial: 'V2', verification: 'verified', verified: MOMENT + later, read: 'V2', settled: SETTLED + later },
    ...over,
  });
const right = (at: number): PassedProduct => ({ fate: 'right', at });
const unmatched = (over: Partial<UnmatchedResult>): UnmatchedResult => ({
  at: MOMENT + HOLD,
  reason: 'early-or-late',
  text: 'V1',
  ...over,
});

function explained(subject: VerifiedPrint, product: PassedProduct | undefined, over: Partial<VerificationEvidence> = {}): boolean {
  const passed = new Map([...(product ? [[subject.serial, product] as const] : []), ...(over.passed ?? [])]);
  return isExplained(subject, { prints: [subject], unmatched: [], delay: DELAY, window: WINDOW, ...over, passed });
}

describe('a wrong verdict of a busy machine', () => {
  it('is not explained without a proof', () => {
    expect([explained(print(), undefined), explained(print(), right(MOMENT)), explained(print(), right(MOMENT + WINDOW - DOUBT))]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('is explained when the result came outside of its window', () => {
    expect([explained(print(), right(MOMENT + WINDOW)), explained(print(), right(MOMENT - WINDOW))]).toEqual([true, true]);
  });

  it('is explained when the result was read outside of its window, and not when it was read within', () => {
    const readAfter = (later: number) => explained(print(), right(MOMENT), { unmatched: [unmatched({ at: MOMENT + later + HOLD })] });
    expect([readAfter(WINDOW), readAfter(10)]).toEqual([true, false]);
  });

  it('is not explained by the late result of another product', () => {
    const other = unmatched({ at: MOMENT + WINDOW + HOLD, text: 'V9' });
    expect(explained(print(), right(MOMENT), { unmatched: [other] })).toBe(false);
  });

  it('is explained by a result without a text up to two windows late, and not by a later one', () => {
    const noRead: PassedProduct = { fate: 'no-read', at: MOMENT };
    const recorded = (later: number) =>
      explained(print({ verification: 'verified' }), noRead, { unmatched: [unmatched({ at: MOMENT + HOLD + later, text: null })] });
    expect([recorded(2 * WINDOW), recorded(2 * WINDOW + 1)]).toEqual([true, false]);
  });

  it('is explained when another print got the result because it was read late', () => {
    const taken = (later: number) => {
      const taker = next(1_000, { read: 'V1', verified: MOMENT + later });
      return explained(print(), right(MOMENT), { prints: [print(), taker], passed: new Map([['V2', right(MOMENT + 1_000)]]) });
    };
    expect([taken(1_000), taken(DOUBT)]).toEqual([true, false]);
  });

  it('is explained when it got the result of another product that was read late', () => {
    const got = (sent: number) =>
      explained(print({ verification: 'mismatch', read: 'V0', verified: MOMENT }), right(MOMENT), {
        passed: new Map([['V0', right(sent)]]),
      });
    expect([got(MOMENT - 1_000), got(MOMENT - DOUBT)]).toEqual([true, false]);
  });

  it('is explained next to a print that is as near, and not next to one that is farther away', () => {
    const beside = (later: number) =>
      explained(print(), right(MOMENT), { prints: [print(), next(later)], passed: new Map([['V2', right(MOMENT + later)]]) });
    expect([beside(2 * DOUBT), beside(WINDOW + DOUBT + 1)]).toEqual([true, false]);
  });
});
