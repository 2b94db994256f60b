import type { Resolution } from '#contract/api-v3/print-history.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** How far back each resolution looks by default, in seconds: so many buckets can be told apart on a screen. */
export const SPAN: Record<Resolution, number> = { MINUTES: HOUR, HOURS: DAY, DAYS: 14 * DAY, WEEKS: 12 * 7 * DAY };

/** The range that ends now, in seconds since the epoch. The first bucket is the one that begins after `now - span`. */
export function historyRange(resolution: Resolution, nowMs: number): { start: number; end: number } {
  const end = Math.floor(nowMs / 1000);
  const bucket = { MINUTES: 60, HOURS: HOUR, DAYS: DAY, WEEKS: 7 * DAY }[resolution];
  return { start: end - SPAN[resolution] + bucket, end };
}
