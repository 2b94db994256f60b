import type { ArchiveSummary } from '#contract/plant/archive-summary.ts';

type Month = ArchiveSummary['months'][number];

/**
 * The months of the archive that a retention of so many months deletes at once: those that ended more than so many months ago, in whole months of UTC. `now` is
 * milliseconds since the epoch.
 */
export function monthsDeleted(months: readonly Month[], { retention, now }: { retention: number; now: number }): Month[] {
  const date = new Date(now);
  const oldest = date.getUTCFullYear() * 12 + date.getUTCMonth() - retention;
  return months.filter(({ month }) => {
    const [year = '', number = ''] = month.split('-');
    return Number(year) * 12 + Number(number) - 1 < oldest;
  });
}
