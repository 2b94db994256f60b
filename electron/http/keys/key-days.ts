import { ProblemError } from '#contract/problem.ts';

const DAY = 24 * 60 * 60 * 1_000;
const DATE_CHARACTERS = 10;

/**
 * When a key ends whose last day is given, in milliseconds since the epoch: the midnight UTC after that day. Throws `invalid-input` when it is over
 * at `now`.
 */
export function endOfLastDay(day: string, now: number): number {
  const end = Date.parse(`${day}T00:00:00Z`) + DAY;
  if (end > now) return end;
  const detail = `${day} is in the past: the key would never be valid`;
  throw new ProblemError('invalid-input', { detail, errors: [{ pointer: '/expires', detail }] });
}

/** The last day of a key that ends at this moment, as 2027-01-31. */
export function lastDayOf(end: number): string {
  return dayOf(end - 1);
}

/** The day of a moment in UTC, as 2027-01-31. */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, DATE_CHARACTERS);
}
