import type { LinePeriod } from '#contract/api-v3/downtime.ts';
import { csvFile, momentWithOffset } from '../../domain/formats/csv-file.ts';

interface DowntimeFile {
  /** The column names. */
  heads: readonly string[];
  line: string;
  timeZone: string;
  /** Oldest or newest first; the file has their order. */
  stops: readonly LinePeriod[];
  activityText: (period: LinePeriod) => string;
  /** Empty for a stop without a reason. */
  reasonText: (period: LinePeriod) => string;
}

/** The stops of a line as CSV: line, begin, end, seconds, activity, what was seen, printer, label, reason, note, person. */
export function downtimeCsv({ heads, line, timeZone, stops, activityText, reasonText }: DowntimeFile): string {
  const moment = (text: string | null): string => (text === null ? '' : momentWithOffset(Date.parse(text), timeZone));
  const rows = stops.map((stop) => [
    ...[line, moment(stop.from), moment(stop.to), String(Math.round(stop.duration / 1_000)), activityText(stop), stop.detail],
    ...[stop.printer ?? '', stop.job?.label ?? '', reasonText(stop), stop.stated?.note ?? '', stop.stated?.by ?? ''],
  ]);
  return csvFile([heads, ...rows]);
}
