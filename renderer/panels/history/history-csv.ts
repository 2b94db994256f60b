import { csvFile, momentWithOffset } from '../../domain/formats/csv-file.ts';
import type { HistoryBar } from './history-bars.ts';

interface HistoryFile {
  /** The column names. */
  texts: { printer: string; timeZone: string; resolution: string; from: string; printed: string; before: string };
  printer: string;
  timeZone: string;
  /** The unit of one row. */
  unit: string;
  bars: readonly HistoryBar[];
  isCompared: boolean;
}

/** The figures of a chart as CSV. Each row has the printer, the unit and the time zone. */
export function historyCsv({ texts, printer, timeZone, unit, bars, isCompared }: HistoryFile): string {
  const head = [texts.printer, texts.timeZone, texts.resolution, texts.from, texts.printed, ...(isCompared ? [texts.before] : [])];
  const rows = bars.map(({ at, count, before }) => [
    ...[printer, timeZone, unit, momentWithOffset(at, timeZone), String(count)],
    ...(isCompared ? [before === undefined ? '' : String(before)] : []),
  ]);
  return csvFile([head, ...rows]);
}
