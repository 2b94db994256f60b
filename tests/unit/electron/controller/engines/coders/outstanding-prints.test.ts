import { describe, expect, it } from 'vitest';
import type { CoderReading, CoderTraits } from '#controller/engines/coders/coder.ts';
import { OutstandingPrints } from '#controller/engines/coders/outstanding-prints.ts';

type Proof = CoderTraits['proof'];

interface Happening {
  isReported?: boolean;
  isInterrupted?: boolean;
  isUnseen?: boolean;
}

function make(proof: Proof, { printsWithoutValues = false, timeFromDetector = 0, now = (): number => 0 } = {}): OutstandingPrints {
  return new OutstandingPrints({ traits: { proof, printsWithoutValues }, timeFromDetector, now });
}

function reading(count: number | undefined, lastIndex?: number): CoderReading {
  return { state: 'STARTED', errors: [], count, ...(lastIndex !== undefined && { lastIndex }) };
}

/** Prints that the coder has, beginning with this count. */
function loaded(prints: OutstandingPrints, ids: readonly number[], count: number | undefined): OutstandingPrints {
  for (const id of ids) {
    prints.add(id, count);
    prints.release(id, count);
    prints.loaded(id, {});
  }
  return prints;
}

function happened(prints: OutstandingPrints, { isReported, isInterrupted, isUnseen }: Happening): OutstandingPrints {
  if (isReported) prints.reported();
  if (isInterrupted) prints.interrupt();
  if (isUnseen) prints.connectionLost();
  return prints;
}

const NOTHING = { printed: [], isConflict: false };
const CONFLICT = { printed: [], isConflict: true };

describe('outstanding prints of a coder that names what it prints', () => {
  const named = (count: number | undefined): OutstandingPrints => loaded(make('id'), [7, 8], count);

  it('are printed when it names them, each with the count', () => {
    const prints = named(100);
    expect(prints.judge(reading(100, 6))).toEqual(NOTHING);
    expect(prints.judge(reading(101, 7))).toEqual({ printed: [{ id: 7, count: 101 }], isConflict: false });
    expect(prints.judge(reading(102, 8))).toEqual({ printed: [{ id: 8, count: 102 }], isConflict: false });
    expect(prints.size).toBe(0);
  });

  it('are all printed when it names a later one and has counted them all', () => {
    expect(named(100).judge(reading(102, 8))).toEqual({
      printed: [
        { id: 7, count: 101 },
        { id: 8, count: 102 },
      ],
      isConflict: false,
    });
  });

  it.each([101, undefined])('are unresolved when it skips one: the count is %j', (count) => {
    const prints = named(count === undefined ? undefined : 100);
    expect(prints.judge(reading(count, 8))).toEqual({ printed: [{ id: 8, count }], isConflict: true });
    expect(prints.end(count)).toEqual({ printed: [], notMade: [], unresolved: [7] });
  });

  it('have the number of the print as index, unless the coder knows it already', () => {
    const prints = make('id');
    prints.judge(reading(100, 7));
    expect([prints.add(7, 100), prints.add(8, 100), prints.add(20, 100)]).toEqual([8, 9, 20]);
  });

  it('are not made if nothing was counted when the coder was cleared', () => {
    expect(named(100).end(100)).toEqual({ printed: [], notMade: [7, 8], unresolved: [] });
  });

  it.each([101, 99, undefined])('are unresolved when the coder was cleared and counts %j', (count) => {
    expect(named(100).end(count)).toEqual({ printed: [], notMade: [], unresolved: [7, 8] });
  });

  it('are unresolved after a lost connection, and the first one after an error', () => {
    expect(happened(named(100), { isUnseen: true }).end(100)).toMatchObject({ notMade: [], unresolved: [7, 8] });
    expect(happened(named(100), { isInterrupted: true }).end(100)).toMatchObject({ notMade: [8], unresolved: [7] });
  });
});

describe('the outstanding print of a coder that reports or counts its prints', () => {
  const has = (proof: Proof, before: number | undefined, happening: Happening = {}): OutstandingPrints =>
    happened(loaded(make(proof), [1], before), happening);

  it.each([
    ['printed', 'ack', 7, 8, { isReported: true }],
    ['waiting', 'ack', 7, 7, {}],
    ['waiting', 'ack', 7, 7, { isReported: true }],
    ['waiting', 'ack', 7, 8, {}],
    ['conflict', 'ack', 7, 9, { isReported: true }],
    ['conflict', 'ack', 7, 6, {}],
    ['printed', 'ack', undefined, undefined, { isReported: true }],
    ['waiting', 'ack', undefined, undefined, {}],
    ['printed', 'count', 7, 8, {}],
    ['printed', 'count', 7, 8, { isUnseen: true }],
    ['conflict', 'count', 7, 8, { isInterrupted: true }],
    ['waiting', 'count', 7, 7, {}],
    ['conflict', 'count', 7, 9, {}],
    ['conflict', 'count', 7, 6, {}],
    ['waiting', 'count', 7, undefined, {}],
  ] as const)('is %s (%s, count %s to %s, %o)', (...[verdict, proof, before, after, happening]) => {
    const prints = has(proof, before, happening);
    expect(prints.isProven(reading(after))).toBe(verdict === 'printed');
    expect(prints.judge(reading(after))).toEqual(
      verdict === 'printed' ? { printed: [{ id: 1, count: after }], isConflict: false } : verdict === 'conflict' ? CONFLICT : NOTHING,
    );
    expect(prints.size).toBe(verdict === 'printed' ? 0 : 1);
  });

  it.each([
    ['a report', { isReported: true }, 7],
    ['a count', {}, 8],
  ] as const)('is a conflict when only %s says for long that it is printed', (_, happening, after) => {
    let now = 0;
    const prints = happened(loaded(make('ack', { now: () => now }), [1], 7), happening);
    expect(prints.judge(reading(after))).toEqual(NOTHING);
    now = 3_000;
    expect(prints.judge(reading(after))).toEqual(NOTHING);
    now = 3_001;
    expect(prints.judge(reading(after))).toEqual(CONFLICT);
  });

  it('takes no report for its own before the coder may have it', () => {
    const prints = make('ack');
    prints.add(1, undefined);
    prints.reported();
    prints.release(1, undefined);
    prints.loaded(1, {});
    expect(prints.judge(reading(undefined))).toEqual(NOTHING);
  });

  it('takes a count that was read before its own for no proof', () => {
    const prints = make('count');
    prints.add(1, 7);
    prints.release(1, 8);
    prints.loaded(1, {});
    expect(prints.judge(reading(8))).toEqual(NOTHING);
    expect(prints.judge(reading(9)).printed).toEqual([{ id: 1, count: 9 }]);
  });

  it.each([
    ['not-made', 'ack', 7, 7, {}],
    ['printed', 'ack', 7, 8, { isReported: true }],
    ['printed', 'ack', 7, 8, { isReported: true, isInterrupted: true }],
    ['printed', 'ack', 7, 8, { isUnseen: true }],
    ['unknown', 'ack', 7, 8, {}],
    ['unknown', 'ack', 7, 8, { isUnseen: true, isInterrupted: true }],
    ['unknown', 'ack', 7, 7, { isReported: true }],
    ['unknown', 'ack', 7, 7, { isInterrupted: true }],
    ['unknown', 'ack', 7, 7, { isUnseen: true }],
    ['unknown', 'ack', 7, 0, { isUnseen: true }],
    ['unknown', 'ack', 7, 9, { isReported: true }],
    ['not-made', 'ack', undefined, undefined, {}],
    ['unknown', 'ack', undefined, undefined, { isUnseen: true }],
    ['printed', 'ack', undefined, undefined, { isReported: true, isUnseen: true }],
    ['printed', 'count', 7, 8, {}],
    ['printed', 'count', 7, 8, { isUnseen: true }],
    ['unknown', 'count', 7, 8, { isInterrupted: true }],
    ['not-made', 'count', 7, 7, {}],
    ['unknown', 'count', 7, 7, { isUnseen: true }],
    ['unknown', 'count', 7, 10, {}],
    ['unknown', 'count', 7, undefined, {}],
  ] as const)('ends as %s (%s, count %s to %s, %o)', (...[outcome, proof, before, after, happening]) => {
    const prints = has(proof, before, happening);
    expect(prints.end(after)).toEqual({
      printed: outcome === 'printed' ? [{ id: 1, count: after }] : [],
      notMade: outcome === 'not-made' ? [1] : [],
      unresolved: outcome === 'unknown' ? [1] : [],
    });
    expect(prints.size).toBe(0);
  });

  it('is no outcome of the coder while it never had it', () => {
    const prints = make('count');
    prints.add(1, 7);
    expect(prints.end(8)).toEqual({ printed: [], notMade: [], unresolved: [] });
  });

  it('is unresolved when it was on its way, whatever is counted', () => {
    for (const count of [7, 8]) {
      const prints = make('count');
      prints.add(1, 7);
      prints.release(1, 7);
      prints.doubt(1);
      expect(prints.end(count)).toEqual({ printed: [], notMade: [], unresolved: [1] });
    }
  });
});

describe('the outstanding print of a coder that prints without values', () => {
  it('is proven by a count from the one just before it was loaded', () => {
    const prints = make('count', { printsWithoutValues: true });
    prints.add(7, 90);
    prints.release(7, undefined);
    expect(prints.judge(reading(101))).toEqual(NOTHING);
    prints.loaded(7, { countBefore: 100 });
    expect(prints.judge(reading(100))).toEqual(NOTHING);
    expect(prints.judge(reading(101)).printed).toEqual([{ id: 7, count: 101 }]);
  });

  it('is a conflict when something was printed while it was loaded', () => {
    const prints = make('count', { printsWithoutValues: true });
    prints.add(7, 100);
    prints.release(7, undefined);
    prints.loaded(7, { countBefore: 100, isDoubtful: true });
    expect(prints.judge(reading(101))).toEqual(CONFLICT);
  });

  it('is a conflict when the count moves before a product can have come from the detector', () => {
    let now = 0;
    const had = (): OutstandingPrints =>
      loaded(make('count', { printsWithoutValues: true, timeFromDetector: 1_000, now: () => now }), [7], 100);
    const [early, late] = [had(), had()];
    now = 999;
    expect(early.judge(reading(101))).toEqual(CONFLICT);
    now = 1_000;
    expect(late.judge(reading(101)).printed).toEqual([{ id: 7, count: 101 }]);
  });

  it.each([
    [100, { notMade: [7], unresolved: [] }],
    [101, { notMade: [], unresolved: [7] }],
  ])('is not proven by a count of %j after it was removed', (count, outcome) => {
    expect(loaded(make('count', { printsWithoutValues: true }), [7], 100).end(count)).toEqual({ printed: [], ...outcome });
  });
});
