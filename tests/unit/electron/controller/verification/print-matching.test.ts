import { describe, expect, it } from 'vitest';
import { LineTravel } from '#controller/verification/line-travel.ts';
import { PrintMatching } from '#controller/verification/print-matching.ts';

/** 1 mm per millisecond. */
function line() {
  const travel = new LineTravel(0, 1);
  const matching = new PrintMatching<number, string>(travel, { distance: 100, window: 20 });
  return { travel, matching };
}

describe('a result', () => {
  it('belongs to the print whose place is nearest', () => {
    const { matching } = line();
    matching.printed(1, 0);
    matching.printed(2, 30);
    expect(matching.read('a', 118)).toEqual([{ kind: 'matched', print: 2, result: 'a' }]);
  });

  it('belongs to the older of two prints that are equally near', () => {
    const { matching } = line();
    matching.printed(1, 0);
    matching.printed(2, 30);
    expect(matching.read('a', 115)).toEqual([{ kind: 'matched', print: 1, result: 'a' }]);
  });

  it('is doubled when its print has one, and does not move on to the next print', () => {
    const { matching } = line();
    matching.printed(1, 0);
    matching.printed(2, 50);
    matching.read('a', 100);
    expect(matching.read('b', 102)).toEqual([{ kind: 'unmatched', result: 'b', reason: 'doubled' }]);
    expect(matching.read('c', 150)).toEqual([{ kind: 'matched', print: 2, result: 'c' }]);
  });

  it('that comes before its print is known waits for it', () => {
    const { matching } = line();
    expect(matching.read('a', 105)).toEqual([]);
    expect(matching.printed(1, 0)).toEqual([{ kind: 'matched', print: 1, result: 'a' }]);
  });

  it('that had to wait belongs to the oldest print whose window ended meanwhile, and not to the next one', () => {
    const { matching } = line();
    matching.printed(1, 0);
    matching.printed(2, 50);
    matching.printed(3, 100);
    matching.read('a', 100);
    // Busy until 190: the windows of 2 and 3 are from 130 to 170 and from 180 to 220.
    expect(matching.read('b', 190, 120)).toEqual([{ kind: 'matched', print: 2, result: 'b' }]);
    expect(matching.read('c', 191, 170)).toEqual([{ kind: 'matched', print: 3, result: 'c' }]);
    expect(matching.advance(221)).toEqual([]);
  });

  it('that had to wait goes to no print whose window had ended before', () => {
    const { matching } = line();
    matching.printed(1, 0);
    expect(matching.read('a', 190, 121)).toEqual([{ kind: 'not-read', print: 1 }]);
  });

  it('for which no print comes is unmatched', () => {
    const { matching } = line();
    matching.read('a', 105);
    expect(matching.deadline).toBe(605);
    expect(matching.advance(605)).toEqual([{ kind: 'unmatched', result: 'a', reason: 'early-or-late' }]);
  });
});

describe('a print', () => {
  it('was not read when its window has passed', () => {
    const { matching } = line();
    matching.printed(1, 0);
    expect(matching.advance(120)).toEqual([]);
    expect(matching.advance(121)).toEqual([{ kind: 'not-read', print: 1 }]);
    expect(matching.underway).toBe(0);
  });

  it('waits while the line stands', () => {
    const { travel, matching } = line();
    matching.printed(1, 0);
    travel.setSpeed(90, 0);
    expect(matching.deadline).toBeUndefined();
    expect(matching.advance(10_000)).toEqual([]);
    travel.setSpeed(10_000, 1);
    expect(matching.read('a', 10_010)).toEqual([{ kind: 'matched', print: 1, result: 'a' }]);
  });

  it('that is reported after a change of speed is placed where it was made', () => {
    const travel = new LineTravel(0, 1);
    const matching = new PrintMatching<number, string>(travel, { distance: 100, window: 2 });
    travel.setSpeed(50, 0.5);
    matching.printed(1, 40);
    // Its place is 140 mm: 50 ms at the first speed, then 180 ms at the second.
    expect(matching.read('a', 230)).toEqual([{ kind: 'matched', print: 1, result: 'a' }]);
  });
});
