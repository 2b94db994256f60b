import { localTime, offsetOf } from '#rendering/calendar/zone.ts';

const LINE_END = '\r\n';
/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
const FORMULA = /^[=+\-@\t\r]/;

/** A CSV file (RFC 4180) that spreadsheets read as it is. */
export function csvFile(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((cells) => cells.map(cellOf).join(',') + LINE_END).join('');
}

/** 2026-10-25T02:00:00+02:00: the offset distinguishes two hours with the same local time. */
export function momentWithOffset(at: number, timeZone: string): string {
  const { year, month, day, hour, minute, second } = localTime(at, timeZone);
  const date = [String(year).padStart(4, '0'), two(month), two(day)].join('-');
  return `${date}T${[hour, minute, second].map(two).join(':')}${offsetText(offsetOf(at, timeZone))}`;
}

/** +02:00 */
export function offsetText(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Marks a text that a spreadsheet would evaluate as a formula. */
function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
