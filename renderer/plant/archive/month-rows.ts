import type { ArchiveSummary } from '#contract/plant/archive-summary.ts';

type Month = ArchiveSummary['months'][number];

/** The months that hold prints, the newest first. */
export function monthRows(months: readonly Month[]): Month[] {
  return months.filter(({ prints, bytes }) => prints > 0 || bytes > 0).sort((one, other) => other.month.localeCompare(one.month));
}
