import { describe, expect, it } from 'vitest';
import { RESOLUTIONS } from '#contract/api-v3/print-history.ts';
import {
  firstView,
  inResolution,
  moved,
  rangeOf,
  toEndOfMinute,
  zoomed,
  type HistoryView,
} from '#renderer/panels/history/history-range.ts';

const NOW_MS = Date.parse('2026-11-21T14:03:12Z');
const NOW = NOW_MS / 1000;
const HOUR = 3_600;
const DAY = 24 * HOUR;

describe('the range of the history', () => {
  it.each([
    ['MINUTES', 60],
    ['HOURS', 24],
    ['DAYS', 14],
    ['WEEKS', 12],
  ] as const)('shows %s as %i buckets at first', (resolution, buckets) => {
    const size = { MINUTES: 60, HOURS: 3_600, DAYS: 86_400, WEEKS: 604_800 }[resolution];
    const { start, end } = rangeOf(firstView(resolution), NOW_MS);
    // Both ends count: the bucket with the start, and the current one.
    expect(Math.floor(end / size) - Math.floor(start / size) + 1).toBe(buckets);
  });

  it('zooms from a quarter of an hour to two years and back in drawable steps', () => {
    const views: HistoryView[] = [];
    let view = zoomed(zoomed(firstView('MINUTES'), -1, NOW)!, -1, NOW);
    while (view) {
      views.push(view);
      view = zoomed(view, 1, NOW);
    }
    expect(views.map(({ resolution, span }) => `${span / HOUR} h in ${resolution}`)).toEqual([
      ...['0.25 h in MINUTES', '0.5 h in MINUTES', '1 h in MINUTES', '3 h in MINUTES'],
      ...['6 h in HOURS', '12 h in HOURS', '24 h in HOURS', '48 h in HOURS', '168 h in HOURS'],
      ...['336 h in DAYS', '672 h in DAYS', '2016 h in DAYS', '4368 h in DAYS'],
      ...['8736 h in WEEKS', '17472 h in WEEKS'],
    ]);
  });

  it('switches to a finer resolution where the coarse one would leave too few bars', () => {
    expect(zoomed({ resolution: 'DAYS', span: 7 * DAY, end: undefined }, -1, NOW)).toEqual({
      resolution: 'HOURS',
      span: 2 * DAY,
      end: undefined,
    });
  });

  it('is at least a quarter of an hour', () => {
    expect(zoomed({ resolution: 'MINUTES', span: HOUR / 4, end: undefined }, -1, NOW)).toBeUndefined();
  });

  it('zooms around the centre of a past range', () => {
    const noon = NOW - 10 * DAY;
    expect(zoomed({ resolution: 'HOURS', span: DAY, end: noon + DAY / 2 }, -1, NOW)?.end).toBe(noon + DAY / 4);
  });

  it('moves by half of its length, and follows the current time when it reaches it', () => {
    const earlier = moved(firstView('HOURS'), -1, NOW);
    expect(earlier.end).toBe(NOW - DAY / 2);
    expect(moved(earlier, 1, NOW).end).toBeUndefined();
  });

  it.each(RESOLUTIONS)('takes its own length for %s where the present one does not suit it', (resolution) => {
    const year = { resolution: 'WEEKS', span: 364 * DAY, end: NOW - DAY } as const;
    const span = resolution === 'WEEKS' ? year.span : firstView(resolution).span;
    expect(inResolution(year, resolution)).toEqual({ resolution, span, end: NOW - DAY });
  });

  it("extends to the end of the minute, for prints since the page's clock was set", () => {
    expect(toEndOfMinute({ start: NOW - HOUR, end: NOW })).toEqual({ start: NOW - HOUR, end: NOW + 47 });
    expect(toEndOfMinute({ start: NOW, end: NOW + 47 })).toEqual({ start: NOW, end: NOW + 47 });
  });
});
