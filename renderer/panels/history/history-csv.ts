import { localTime, offsetOf } from '#rendering/calendar/zone.ts';
import type { HistoryBar } from './history-bars.ts';

interface HistoryFile {
  /** The names of the columns. */
  words: { printer: string; timeZone: string; resolution: string; from: string; printed: string; before: string };
  printer: string;
  timeZone: string;
  /** What one row counts over, in words. */
  unit: string;
  bars: readonly HistoryBar[];
  isCompared: boolean;
}

const LINE_END = '\r\n';
/** With it a spreadsheet reads the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
const FORMULA = /^[=+\-@\t\r]/;

/** The figures of a chart as CSV (RFC 4180); each row says whose they are, over what, and in which zone. */
export function historyCsv({ words, printer, timeZone, unit, bars, isCompared }: HistoryFile): string {
  const head = [words.printer, words.timeZone, words.resolution, words.from, words.printed, ...(isCompared ? [words.before] : [])];
  const rows = bars.map(({ at, count, before }) => [
    ...[printer, timeZone, unit, momentWithOffset(at, timeZone), String(count)],
    ...(isCompared ? [before === undefined ? '' : String(before)] : []),
  ]);
  return BYTE_ORDER_MARK + [head, ...rows].map((cells) => cells.map(cellOf).join(',') + LINE_END).join('');
}

/** 2026-10-25T02:00:00+02:00: says which one of two hours with the same name. */
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

/** A name that a spreadsheet would take for a formula is marked as text. */
function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
