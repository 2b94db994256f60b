/** Minutes: the rate is the mean of the last ones, so that a single pause does not change it much. */
const RECENT = 5;
const MINUTE = 60_000;

/**
 * Milliseconds until all copies of a job are printed, at the rate of the last minutes (`perMinute`, oldest first, null for unknown);
 * undefined without a target, and while nothing is printed.
 */
export function timeLeft(job: { printed: number; copies?: number | undefined }, perMinute: readonly (number | null)[]): number | undefined {
  if (job.copies === undefined || job.copies <= job.printed) return undefined;
  const recent = perMinute.slice(-RECENT).filter((rate) => rate !== null);
  const sum = recent.reduce((total, rate) => total + rate, 0);
  return sum > 0 ? ((job.copies - job.printed) / (sum / recent.length)) * MINUTE : undefined;
}
