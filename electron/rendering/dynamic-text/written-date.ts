import { daysInMonth } from '../calendar/days.ts';
import type { LocalTime } from '../calendar/zone.ts';
import { shorten } from './code-parameter.ts';
import { DynamicTextError } from './dynamic-text.ts';
import type { DatePattern } from './dynamic-text.ts';

type PartName = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

/** The parts of a pattern. Month names are English and three letters long, as in FORMAT=shortmonth. */
const PARTS: Readonly<Record<string, { name: PartName; digits: string }>> = {
  YYYY: { name: 'year', digits: '\\d{4}' },
  YY: { name: 'year', digits: '\\d{2}' },
  MMM: { name: 'month', digits: '\\p{L}{3}' },
  MM: { name: 'month', digits: '\\d{2}' },
  M: { name: 'month', digits: '\\d{1,2}' },
  DD: { name: 'day', digits: '\\d{2}' },
  D: { name: 'day', digits: '\\d{1,2}' },
  hh: { name: 'hour', digits: '\\d{2}' },
  mm: { name: 'minute', digits: '\\d{2}' },
  ss: { name: 'second', digits: '\\d{2}' },
};
const PIECE = /YYYY|YY|MMM|MM|M|DD|D|hh|mm|ss|T|[^\p{L}]|\p{L}/gu;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const LONGEST_PATTERN = 40;
/** In this form a day of 00 is the last day of the month: GS1 General Specifications, dates of application identifiers 11 to 17. */
const GS1_PATTERN = 'YYMMDD';

/** The forms that are read without a pattern. None can be taken for another date: with slashes, countries differ in the order of day and month. */
const KNOWN_PATTERNS = ['YYYY-MM-DD', 'YYYY-MM-DDThh:mm', 'YYYY-MM-DDThh:mm:ss', 'YYYY-MM-DD hh:mm', 'YYYY-MM-DD hh:mm:ss']
  .concat(['YYYYMMDD', 'D.M.YYYY', 'D MMM YYYY', 'D-MMM-YYYY'])
  .map((source) => parseDatePattern(source, 0));
const KNOWN_EXAMPLES = '2026-12-31, 20261231, 31.12.2026 or 31 Dec 2026';

/** Parses a pattern of `YYYY YY MMM MM M DD D hh mm ss`, `T` and other characters than letters. Throws a `DynamicTextError`. */
export function parseDatePattern(source: string, position: number): DatePattern {
  const named = new Set<PartName>();
  let expression = '';
  for (const [piece] of source.slice(0, LONGEST_PATTERN + 1).matchAll(PIECE)) {
    const part = PARTS[piece];
    if (part && named.has(part.name)) throw new DynamicTextError(position, `PATTERN has the ${part.name} twice`);
    if (part) {
      named.add(part.name);
      expression += `(?<${part.name}>${part.digits})`;
    } else if (/\p{L}/u.test(piece) && piece !== 'T') {
      throw new DynamicTextError(position, `PATTERN has no part "${piece}"; it consists of ${Object.keys(PARTS).join(' ')}`);
    } else expression += piece.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
  }
  if (source.length > LONGEST_PATTERN) throw new DynamicTextError(position, `PATTERN has more than ${LONGEST_PATTERN} characters`);
  if (!named.has('year') || !named.has('month')) {
    throw new DynamicTextError(position, 'PATTERN needs a year and a month, as in PATTERN=DD.MM.YYYY');
  }
  return { source, expression: new RegExp(`^${expression}$`, 'u') };
}

/**
 * Reads a date from data. Without a day it is the last day of the month, without a time midnight. Two digits of a year are those nearest to
 * `currentYear`, up to 50 years later and 49 earlier (GS1 General Specifications, determination of the century). Throws a `DynamicTextError`.
 */
export function readWrittenDate(
  written: string,
  { pattern, currentYear, position }: { pattern: DatePattern | undefined; currentYear: number; position: number },
): LocalTime {
  const text = written.trim();
  if (text === '') throw new DynamicTextError(position, 'FROM is empty: there is no date to print');
  const used = pattern ?? KNOWN_PATTERNS.find(({ expression }) => expression.test(text));
  const parts = used?.expression.exec(text)?.groups;
  if (!used || !parts) throw new DynamicTextError(position, pattern ? mismatch(text, pattern) : unknownForm(text));
  const date = dateOf(parts, { currentYear, mayLackDay: used.source === GS1_PATTERN });
  if (!date) throw new DynamicTextError(position, `"${shorten(text)}" is not a date of the calendar`);
  return date;
}

/** The date of these written parts; undefined if there is none such. `mayLackDay`: a day of 00 is the last one of the month. */
function dateOf(
  { year: writtenYear = '', month: writtenMonth = '', day: writtenDay, ...time }: Readonly<Record<string, string | undefined>>,
  { currentYear, mayLackDay }: { currentYear: number; mayLackDay: boolean },
): LocalTime | undefined {
  const year = yearOf(writtenYear, currentYear);
  const month = monthOf(writtenMonth);
  const clock = { hour: Number(time['hour'] ?? 0), minute: Number(time['minute'] ?? 0), second: Number(time['second'] ?? 0) };
  if (month < 1 || month > 12 || !isClockTime(clock)) return undefined;
  const lastDay = daysInMonth(year, month);
  const day = dayOf(writtenDay, mayLackDay) ?? lastDay;
  return day >= 1 && day <= lastDay ? { year, month, day, ...clock } : undefined;
}

function isClockTime({ hour, minute, second }: Pick<LocalTime, 'hour' | 'minute' | 'second'>): boolean {
  return hour <= 23 && minute <= 59 && second <= 59;
}

function dayOf(written: string | undefined, mayLackDay: boolean): number | undefined {
  return written === undefined || (mayLackDay && written === '00') ? undefined : Number(written);
}

function yearOf(digits: string, currentYear: number): number {
  if (digits.length === 4) return Number(digits);
  const year = currentYear - (currentYear % 100) + Number(digits);
  if (year - currentYear > 50) return year - 100;
  return year - currentYear < -49 ? year + 100 : year;
}

function monthOf(text: string): number {
  return /^\d/u.test(text) ? Number(text) : MONTHS.indexOf(text.toLowerCase()) + 1;
}

function mismatch(text: string, { source }: DatePattern): string {
  return `"${shorten(text)}" is not a date of the form PATTERN=${source}`;
}

function unknownForm(text: string): string {
  return `"${shorten(text)}" is not a date such as ${KNOWN_EXAMPLES}; PATTERN says how other dates are written, as in PATTERN=MM/DD/YYYY`;
}
