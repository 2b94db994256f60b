import type { Resolution } from '#contract/api-v3/print-history.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** The usual length of a bucket, in seconds. */
const BUCKET: Record<Resolution, number> = { MINUTES: MINUTE, HOURS: HOUR, DAYS: DAY, WEEKS: WEEK };
/** The initial range of each resolution, in seconds. */
const FIRST_SPAN: Record<Resolution, number> = { MINUTES: HOUR, HOURS: DAY, DAYS: 14 * DAY, WEEKS: 12 * WEEK };
/** The ranges of the zoom steps, in seconds. Each of them fits a resolution. */
const SPANS = [
  ...[15 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY],
  ...[WEEK, 2 * WEEK, 4 * WEEK, 12 * WEEK, 26 * WEEK, 52 * WEEK, 104 * WEEK],
];
/** The maximum number of bars that can be distinguished. */
const MAX_BARS = 200;
const MIN_BARS = 4;
const RESOLUTIONS = Object.keys(BUCKET) as Resolution[];

/** The view of a chart: `span` seconds up to `end`, in seconds since 1970; without an end it follows the current time. */
export interface HistoryView {
  resolution: Resolution;
  span: number;
  end: number | undefined;
}

export function firstView(resolution: Resolution): HistoryView {
  return { resolution, span: FIRST_SPAN[resolution], end: undefined };
}

/** The same range in another resolution, limited to the maximum number of bars. */
export function inResolution(view: HistoryView, resolution: Resolution): HistoryView {
  const span = fits(resolution, view.span) ? view.span : FIRST_SPAN[resolution];
  return { ...view, resolution, span };
}

/** The next shorter (`step` -1) or longer (1) range, around the centre of a past one; undefined if there is none. */
export function zoomed(view: HistoryView, step: -1 | 1, now: number): HistoryView | undefined {
  const span = step === 1 ? SPANS.find((longer) => longer > view.span) : SPANS.findLast((shorter) => shorter < view.span);
  if (span === undefined) return undefined;
  const nearest = step === 1 ? RESOLUTIONS : RESOLUTIONS.toReversed();
  const resolution = [view.resolution, ...nearest].find((candidate) => fits(candidate, span)) ?? view.resolution;
  return { resolution, span, end: view.end === undefined ? undefined : pastEnd(view.end + (span - view.span) / 2, now) };
}

/** Half of the range earlier (-1) or later (1). Follows the current time again when it reaches it. */
export function moved(view: HistoryView, step: -1 | 1, now: number): HistoryView {
  return { ...view, end: pastEnd((view.end ?? now) + (step * view.span) / 2, now) };
}

/** The requested range, in seconds since 1970. The first bucket is the one that starts after `end - span`. */
export function rangeOf({ resolution, span, end }: HistoryView, nowMs: number): { start: number; end: number } {
  const last = Math.floor(end ?? nowMs / 1000);
  return { start: last - span + BUCKET[resolution], end: last };
}

/**
 * Extends the range to the end of its last minute, so that it includes the latest prints even if the page's clock is slightly behind the
 * controller's. No bucket ends within a minute.
 */
export function toEndOfMinute({ start, end }: { start: number; end: number }): { start: number; end: number } {
  return { start, end: end - (end % MINUTE) + MINUTE - 1 };
}

function fits(resolution: Resolution, span: number): boolean {
  const bars = span / BUCKET[resolution];
  return bars >= MIN_BARS && bars <= MAX_BARS;
}

function pastEnd(end: number, now: number): number | undefined {
  return end >= now ? undefined : end;
}
