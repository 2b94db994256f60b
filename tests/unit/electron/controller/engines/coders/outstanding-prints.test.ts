import { describe, expect, it } from 'vitest';
import type { CoderReading } from '#controller/engines/coders/coder.ts';
import { OutstandingPrints } from '#controller/engines/coders/outstanding-prints.ts';

function reading(count: number | undefined, lastIndex?: number): CoderReading {
  return { state: 'STARTED', errors: [], count, lastIndex, mayHaveBegun: true };
}

/** Prints that the device has, beginning with this count. */
function loaded(ids: readonly number[], count: number | undefined): { prints: OutstandingPrints; indexes: number[] } {
  const prints = new OutstandingPrints();
  const indexes = ids.map((id) => prints.add(id, count));
  for (const id of ids) prints.loaded(id, { isDoubtful: false });
  return { prints, indexes };
}

describe('outstanding prints of a device that names what it prints', () => {
  it('are printed when it names them, each with the count', () => {
    const { prints } = loaded([7, 8], 100);
    expect(prints.judge(reading(100, 6))).toEqual({ printed: [], unresolved: [] });
    expect(prints.judge(reading(101, 7))).toEqual({ printed: [{ id: 7, count: 101 }], unresolved: [] });
    expect(prints.judge(reading(102, 8))).toEqual({ printed: [{ id: 8, count: 102 }], unresolved: [] });
    expect(prints.size).toBe(0);
  });

  it('are all printed when it names a later one and has counted them all', () => {
    const { prints } = loaded([7, 8], 100);
    expect(prints.judge(reading(102, 8))).toEqual({
      printed: [
        { id: 7, count: 101 },
        { id: 8, count: 102 },
      ],
      unresolved: [],
    });
  });

  it.each([101, undefined])('are unresolved when it skips one: the count is %j', (count) => {
    const { prints } = loaded([7, 8], count === undefined ? undefined : 100);
    expect(prints.judge(reading(count, 8))).toEqual({ printed: [{ id: 8, count }], unresolved: [7] });
  });

  it('have the number of the print as index, unless the device knows it already', () => {
    const prints = new OutstandingPrints();
    prints.judge(reading(100, 7));
    expect([prints.add(7, 100), prints.add(8, 100), prints.add(20, 100)]).toEqual([8, 9, 20]);
  });

  it('are not made if nothing was counted when the device was cleared', () => {
    expect(loaded([7, 8], 100).prints.end(100)).toEqual({ notMade: [7, 8], unresolved: [] });
  });

  it.each([101, 99, undefined])('are unresolved when the device was cleared and counts %j', (count) => {
    expect(loaded([7, 8], 100).prints.end(count)).toEqual({ notMade: [], unresolved: [7, 8] });
  });

  it('are unresolved after a lost connection, and the first one after an error', () => {
    const lost = loaded([7, 8], 100).prints;
    lost.spoil();
    expect(lost.end(100)).toEqual({ notMade: [], unresolved: [7, 8] });
    const interrupted = loaded([7, 8], 100).prints;
    interrupted.interrupt();
    expect(interrupted.end(100)).toEqual({ notMade: [8], unresolved: [7] });
  });
});

describe('prints that are reported once the count is known', () => {
  it('are unresolved when the device was cleared, once', () => {
    const { prints } = loaded([7], 100);
    prints.defer([6]);
    expect(prints.end(100)).toEqual({ notMade: [7], unresolved: [6] });
    expect(prints.end(100)).toEqual({ notMade: [], unresolved: [] });
  });
});

describe('the outstanding print of a device that counts', () => {
  it('is printed when the count has gone up by one since it was loaded', () => {
    const { prints } = loaded([7], 90);
    prints.loaded(7, { countBefore: 100, isDoubtful: false });
    expect(prints.judge(reading(100))).toEqual({ printed: [], unresolved: [] });
    expect(prints.judge(reading(101))).toEqual({ printed: [{ id: 7, count: 101 }], unresolved: [] });
  });

  it.each([102, 99])('is unresolved when the count jumps to %j', (count) => {
    const { prints } = loaded([7], 100);
    expect(prints.judge(reading(count))).toEqual({ printed: [], unresolved: [7] });
  });

  it('is unresolved when something was printed while it was loaded', () => {
    const prints = new OutstandingPrints();
    prints.add(7, 100);
    expect(prints.judge(reading(101))).toEqual({ printed: [], unresolved: [] });
    prints.loaded(7, { countBefore: 100, isDoubtful: true });
    expect(prints.judge(reading(101))).toEqual({ printed: [], unresolved: [7] });
  });

  it.each([['doubt'], ['spoil']] as const)('is unresolved when it was on its way (%s)', (what) => {
    const prints = new OutstandingPrints();
    prints.add(7, 100);
    if (what === 'doubt') prints.doubt(7);
    else prints.spoil();
    expect(prints.judge(reading(101))).toEqual({ printed: [], unresolved: [7] });
  });

  it('is printed when the count shows it after a lost connection', () => {
    const { prints } = loaded([7], 100);
    prints.spoil();
    expect(prints.judge(reading(101))).toEqual({ printed: [{ id: 7, count: 101 }], unresolved: [] });
  });
});
