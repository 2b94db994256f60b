import type { Resolution } from '#contract/api-v3/print-history.ts';
import { epochOf, localTime, offsetOf } from '#rendering/calendar/zone.ts';

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const CONSTANT_OFFSET_SPAN = 3 * DAY;

/** Length of a bucket without a change of the UTC offset, in milliseconds. */
export const USUAL_LENGTH: Record<Resolution, number> = { MINUTES: MINUTE, HOURS: HOUR, DAYS: DAY, WEEKS: 7 * DAY };

export interface BucketRange {
  resolution: Resolution;
  /** Milliseconds since the epoch. */
  start: number;
  end: number;
  /** IANA name; buckets start on the boundaries of its calendar. */
  timeZone: string;
}

/**
 * Starts of all buckets from the one that contains `start` to the one that contains `end`, followed by the end of the last one, in
 * milliseconds since the epoch; undefined when there are more than `limit`.
 */
export function bucketEdges({ resolution, start, end, timeZone }: BucketRange, limit: number): Float64Array | undefined {
  const { startOf, next } = CALENDARS[resolution];
  const usual = USUAL_LENGTH[resolution];
  // A bucket is less than twice as long as usual: beyond twice the limit nothing needs to be counted.
  if ((end - start) / usual > 2 * limit) return undefined;
  const edges = new Float64Array(limit + 1);
  let count = 0;
  let constantUntil = -Infinity;
  let bucket = startOf(start, timeZone);
  while (bucket <= end) {
    if (count === limit) return undefined;
    edges[count++] = bucket;
    if (bucket + usual > constantUntil && hasConstantOffset(bucket, timeZone)) constantUntil = bucket + CONSTANT_OFFSET_SPAN;
    if (bucket + usual > constantUntil) bucket = next(bucket, timeZone);
    else {
      bucket += usual;
      // Where the UTC offset is constant, buckets have the usual length.
      for (const last = Math.min(end, constantUntil - usual); bucket <= last && count < limit; bucket += usual) edges[count++] = bucket;
    }
  }
  edges[count] = bucket;
  return edges.subarray(0, count + 1);
}

/**
 * Whether the UTC offset is constant for three days: it does not change twice within that time. A day without midnight starts at the
 * change, and the next day starts less than 24 hours later.
 */
function hasConstantOffset(bucket: number, timeZone: string): boolean {
  const offset = offsetOf(bucket, timeZone);
  return offset === offsetOf(bucket - 1, timeZone) && offset === offsetOf(bucket + CONSTANT_OFFSET_SPAN, timeZone);
}

interface Calendar {
  startOf(at: number, timeZone: string): number;
  next(bucket: number, timeZone: string): number;
}

const CALENDARS: Record<Resolution, Calendar> = {
  MINUTES: { startOf: (at) => Math.floor(at / MINUTE) * MINUTE, next: (bucket) => bucket + MINUTE },
  HOURS: { startOf: startOfHour, next: nextHour },
  DAYS: { startOf: (at, timeZone) => startOfDay(at, 0, timeZone), next: (bucket, timeZone) => startOfDay(bucket, 1, timeZone) },
  WEEKS: {
    startOf: (at, timeZone) => startOfDay(at, -daysSinceMonday(at, timeZone), timeZone),
    next: (bucket, timeZone) => startOfDay(bucket, 7 - daysSinceMonday(bucket, timeZone), timeZone),
  },
};

/** The last full local hour. Where the offset changes by half an hour, the hour of the change is longer. */
function startOfHour(at: number, timeZone: string): number {
  let start = Math.floor(at / MINUTE) * MINUTE;
  for (let { minute } = localTime(start, timeZone); minute !== 0; { minute } = localTime(start, timeZone)) start -= minute * MINUTE;
  return start;
}

/** The next full local hour; it comes sooner where a change of half an hour leads to one. */
function nextHour(bucket: number, timeZone: string): number {
  const usual = bucket + HOUR;
  if (offsetOf(bucket, timeZone) === offsetOf(usual, timeZone)) return usual;
  let next = bucket + QUARTER;
  while (localTime(next, timeZone).minute !== 0) next += QUARTER;
  return next;
}

/** Midnight of the local day that contains `at`, plus `days`; the first moment of a day without midnight. */
function startOfDay(at: number, days: number, timeZone: string): number {
  const { year, month, day } = localTime(at, timeZone);
  const date = dateOf(year, month, day + days);
  return epochOf(
    { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), hour: 0, minute: 0, second: 0 },
    timeZone,
  );
}

function daysSinceMonday(at: number, timeZone: string): number {
  const { year, month, day } = localTime(at, timeZone);
  return (dateOf(year, month, day).getUTCDay() + 6) % 7;
}

/** `Date.UTC` maps the years 0 to 99 to 1900 to 1999; this does not. */
function dateOf(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}
