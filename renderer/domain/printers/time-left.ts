import { doneCopies } from './done-copies.ts';

/** Minutes: the rate is the mean of the last ones, so that a single pause does not change it much. */
const RECENT = 5;
const MINUTE = 60_000;

/**
 * Milliseconds until all copies of a job are printed, at the rate of the last minutes (`perMinute`, oldest first, null for unknown);
 * undefined without a target, and while nothing is printed. Shared rows are finished at the latest then: other printers print them too.
 */
export function timeLeft(
  job: { printed: number; elsewhere?: number | undefined; copies?: number | undefined },
  perMinute: readonly (number | null)[],
): number | undefined {
  const done = doneCopies(job);
  if (job.copies === undefined || job.copies <= done) return undefined;
  const recent = perMinute.slice(-RECENT).filter((rate) => rate !== null);
  const sum = recent.reduce((total, rate) => total + rate, 0);
  return sum > 0 ? ((job.copies - done) / (sum / recent.length)) * MINUTE : undefined;
}
