import type { Resolution } from '#contract/api-v3/print-history.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** How long a bucket usually lasts, in seconds. */
const BUCKET: Record<Resolution, number> = { MINUTES: MINUTE, HOURS: HOUR, DAYS: DAY, WEEKS: WEEK };
/** How far back each resolution looks at first, in seconds. */
const FIRST_SPAN: Record<Resolution, number> = { MINUTES: HOUR, HOURS: DAY, DAYS: 14 * DAY, WEEKS: 12 * WEEK };
/** What zooming steps through, in seconds. Every one of them fits a resolution. */
const SPANS = [
  ...[15 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY],
  ...[WEEK, 2 * WEEK, 4 * WEEK, 12 * WEEK, 26 * WEEK, 52 * WEEK, 104 * WEEK],
];
/** Bars that can be told apart on a screen, and that say something beside each other. */
const MOST_BARS = 200;
const FEWEST_BARS = 4;
const RESOLUTIONS = Object.keys(BUCKET) as Resolution[];

/** What a chart shows: `span` seconds up to `end`, in seconds since 1970; without an end it follows the time. */
export interface HistoryView {
  resolution: Resolution;
  span: number;
  end: number | undefined;
}

export function firstView(resolution: Resolution): HistoryView {
  return { resolution, span: FIRST_SPAN[resolution], end: undefined };
}

/** The same time in another resolution, as long as its bars can be told apart. */
export function inResolution(view: HistoryView, resolution: Resolution): HistoryView {
  const span = fits(resolution, view.span) ? view.span : FIRST_SPAN[resolution];
  return { ...view, resolution, span };
}

/** The next shorter (`step` -1) or longer (1) time, around the middle of a past one; undefined when there is none. */
export function zoomed(view: HistoryView, step: -1 | 1, now: number): HistoryView | undefined {
  const span = step === 1 ? SPANS.find((longer) => longer > view.span) : SPANS.findLast((shorter) => shorter < view.span);
  if (span === undefined) return undefined;
  const nearest = step === 1 ? RESOLUTIONS : RESOLUTIONS.toReversed();
  const resolution = [view.resolution, ...nearest].find((candidate) => fits(candidate, span)) ?? view.resolution;
  return { resolution, span, end: view.end === undefined ? undefined : pastEnd(view.end + (span - view.span) / 2, now) };
}

/** Half of its length earlier (-1) or later (1). It follows the time again once it comes to it. */
export function moved(view: HistoryView, step: -1 | 1, now: number): HistoryView {
  return { ...view, end: pastEnd((view.end ?? now) + (step * view.span) / 2, now) };
}

/** What is asked for, in seconds since 1970. The first bucket is the one that begins after `end - span`. */
export function rangeOf({ resolution, span, end }: HistoryView, nowMs: number): { start: number; end: number } {
  const last = Math.floor(end ?? nowMs / 1000);
  return { start: last - span + BUCKET[resolution], end: last };
}

/**
 * The range to the last second of the minute in which it ends: what was printed a moment ago belongs to it, however little the clock of the page is
 * behind that of the controller. No bucket ends within a minute.
 */
export function toItsMinute({ start, end }: { start: number; end: number }): { start: number; end: number } {
  return { start, end: end - (end % MINUTE) + MINUTE - 1 };
}

function fits(resolution: Resolution, span: number): boolean {
  const bars = span / BUCKET[resolution];
  return bars >= FEWEST_BARS && bars <= MOST_BARS;
}

function pastEnd(end: number, now: number): number | undefined {
  return end >= now ? undefined : end;
}
