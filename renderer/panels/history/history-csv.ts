import { csvFile, momentWithOffset } from '../../domain/formats/csv-file.ts';
import type { HistoryBar } from './history-bars.ts';

interface HistoryFile {
  /** The column names. */
  texts: { printer: string; timeZone: string; resolution: string; from: string; printed: string; before: string; notVerified: string };
  printer: string;
  timeZone: string;
  /** The unit of one row. */
  unit: string;
  bars: readonly HistoryBar[];
  isCompared: boolean;
}

/** The figures of a chart as CSV. Each row has the printer, the unit and the time zone. */
export function historyCsv({ texts, printer, timeZone, unit, bars, isCompared }: HistoryFile): string {
  const isVerified = bars.some(({ notVerified }) => notVerified !== undefined);
  const head = [
    texts.printer,
    texts.timeZone,
    texts.resolution,
    texts.from,
    texts.printed,
    ...(isCompared ? [texts.before] : []),
    ...(isVerified ? [texts.notVerified] : []),
  ];
  const rows = bars.map(({ at, count, before, notVerified }) => [
    ...[printer, timeZone, unit, momentWithOffset(at, timeZone), String(count)],
    ...(isCompared ? [before === undefined ? '' : String(before)] : []),
    ...(isVerified ? [String(notVerified ?? 0)] : []),
  ]);
  return csvFile([head, ...rows]);
}
