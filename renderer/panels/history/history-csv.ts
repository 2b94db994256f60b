import { localTime, offsetOf } from '#rendering/calendar/zone.ts';
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

const LINE_END = '\r\n';
/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
const FORMULA = /^[=+\-@\t\r]/;

/** The figures of a chart as CSV (RFC 4180). Each row has the printer, the unit and the time zone. */
export function historyCsv({ texts, printer, timeZone, unit, bars, isCompared }: HistoryFile): string {
  const head = [texts.printer, texts.timeZone, texts.resolution, texts.from, texts.printed, ...(isCompared ? [texts.before] : [])];
  const rows = bars.map(({ at, count, before }) => [
    ...[printer, timeZone, unit, momentWithOffset(at, timeZone), String(count)],
    ...(isCompared ? [before === undefined ? '' : String(before)] : []),
  ]);
  return BYTE_ORDER_MARK + [head, ...rows].map((cells) => cells.map(cellOf).join(',') + LINE_END).join('');
}

/** 2026-10-25T02:00:00+02:00: the offset distinguishes two hours with the same local time. */
function momentWithOffset(at: number, timeZone: string): string {
  const { year, month, day, hour, minute, second } = localTime(at, timeZone);
  const date = [String(year).padStart(4, '0'), two(month), two(day)].join('-');
  return `${date}T${[hour, minute, second].map(two).join(':')}${offsetText(offsetOf(at, timeZone))}`;
}

/** +02:00 */
export function offsetText(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Marks a name that a spreadsheet would evaluate as a formula. */
function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
