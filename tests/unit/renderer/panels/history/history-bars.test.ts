import { describe, expect, it } from 'vitest';
import type { PrintHistory } from '#contract/api-v3/print-history.ts';
import { barsOf, weekBefore } from '#renderer/panels/history/history-bars.ts';

const timeZone = 'Europe/Zurich';
const seconds = (moment: string) => Date.parse(moment) / 1000;

/** A bucket for each moment, with 1, 2, 3 ... prints. */
function counted(...moments: string[]): PrintHistory {
  return { time: moments.map(seconds), count: moments.map((_, index) => index + 1) };
}

describe('the bars of the week before', () => {
  it('have the same local time across a clock change', () => {
    const before = counted('2026-10-22T07:00:00+02:00', '2026-10-22T08:00:00+02:00', '2026-10-22T09:00:00+02:00');
    const [bar] = barsOf(counted('2026-10-29T08:00:00+01:00'), { resolution: 'HOURS', before, timeZone });
    expect(bar).toEqual({ at: Date.parse('2026-10-29T07:00:00Z'), count: 1, before: 2, offset: undefined, hours: undefined });
  });

  it('have no counterpart in a skipped hour', () => {
    const before = counted('2026-03-29T01:00:00+01:00', '2026-03-29T03:00:00+02:00');
    const after = counted('2026-04-05T01:00:00+02:00', '2026-04-05T02:00:00+02:00', '2026-04-05T03:00:00+02:00');
    expect(barsOf(after, { resolution: 'HOURS', before, timeZone }).map((bar) => bar.before)).toEqual([1, undefined, 2]);
  });

  it('distinguish the two hours of the same local time', () => {
    const night = counted(
      '2026-10-25T01:00:00+02:00',
      '2026-10-25T02:00:00+02:00',
      '2026-10-25T02:00:00+01:00',
      '2026-10-25T03:00:00+01:00',
    );
    const offsets = barsOf(night, { resolution: 'HOURS', timeZone }).map(({ offset }) => offset);
    expect(offsets).toEqual([undefined, 7_200_000, 3_600_000, undefined]);
  });

  it('include the length of a day on which the clocks change', () => {
    const days = counted(
      '2026-10-24T00:00:00+02:00',
      '2026-10-25T00:00:00+02:00',
      '2026-10-26T00:00:00+01:00',
      '2026-10-27T00:00:00+01:00',
    );
    expect(barsOf(days, { resolution: 'DAYS', timeZone }).map(({ hours }) => hours)).toEqual([undefined, 25, undefined, undefined]);
  });

  it('compare days with the same weekday', () => {
    const before = counted('2026-10-19T00:00:00+02:00', '2026-10-20T00:00:00+02:00');
    const bars = barsOf(counted('2026-10-26T00:00:00+01:00', '2026-10-27T00:00:00+01:00'), { resolution: 'DAYS', before, timeZone });
    expect(bars.map((bar) => bar.before)).toEqual([1, 2]);
  });

  it('extend the requested range by the clock change', () => {
    expect(weekBefore({ start: 1_000_000, end: 2_000_000 })).toEqual({ start: 384_400, end: 1_406_000 });
  });
});
