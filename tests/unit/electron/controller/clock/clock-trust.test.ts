import { describe, expect, it } from 'vitest';
import { expectedAtStart, stateOf } from '#controller/clock/clock-trust.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SEEN = Date.parse('2026-11-21T06:00:00Z');
const right = { wall: SEEN, expected: SEEN };

describe('the state of a clock', () => {
  it.each([
    ['right', 0, 'ok'],
    ['corrected by five minutes', -5 * MINUTE, 'ok'],
    ['an hour behind, as after a mistake with summer time', -HOUR, 'stepped'],
    ['a day ahead', DAY, 'stepped'],
    ['a day and the hour of a clock change behind', -25 * HOUR, 'stepped'],
    ['two days behind', -2 * DAY, 'doubtful'],
    ['two days ahead', 2 * DAY, 'doubtful'],
    ['ten years ahead', 3_650 * DAY, 'doubtful'],
  ])('C1 C2 %s', (_words, deviation, state) => {
    expect(stateOf(deviation)).toBe(state);
  });
});

describe('the expected time at a start', () => {
  const deviation = (last: typeof right | undefined, now: number): number => now - expectedAtStart(last, now);

  it('is what it shows on the first start of all', () => {
    expect(deviation(undefined, SEEN)).toBe(0);
  });

  it.each([
    ['a restart', MINUTE],
    ['a weekend', 3 * DAY],
    ['the works holidays', 59 * DAY],
  ])('is what it shows after %s', (_words, off) => {
    expect(deviation(right, SEEN + off)).toBe(0);
  });

  it.each([
    ['C2 ten years later', 3_650 * DAY],
    ['C2 longer than a controller is switched off', 61 * DAY],
    ['C1 an hour before it was seen last', -HOUR],
    ['C2 years before it was seen last, as after an empty battery', -2_000 * DAY],
  ])('is what it showed last when it shows a time %s', (_words, off) => {
    expect(deviation(right, SEEN + off)).toBe(off);
  });

  it('C2 is off by as much as before the restart until it is set', () => {
    const ahead = { wall: SEEN + 30 * DAY, expected: SEEN };
    expect(deviation(ahead, SEEN + 30 * DAY + HOUR)).toBe(30 * DAY);
  });

  it('C2 is what it shows when it was set right while the controller was off', () => {
    const ahead = { wall: SEEN + 3_650 * DAY, expected: SEEN };
    expect(deviation(ahead, SEEN + HOUR)).toBe(0);
  });
});
