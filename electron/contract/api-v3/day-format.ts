import { z } from 'zod';

/** The format of a date without another one. */
export const ISO_DAY = 'YYYY-MM-DD';

const PARTS = /YYYY|YY|MM|DD/gu;
const SPECIAL = /[\\^$.*+?()[\]{}|/]/gu;
const ISO = /^(\d{4})-(\d{2})-(\d{2})$/u;

/**
 * How a date is printed: DD, MM, and YYYY or YY in any order, with any other characters except letters and digits between them. YY means a year of this century.
 */
export const dayFormatSchema = z
  .string()
  .max(40, 'must have at most 40 characters')
  .refine(isDayFormat, 'must hold DD, MM and YYYY or YY once each, and no other letters or digits');

function isDayFormat(format: string): boolean {
  const parts = (format.match(PARTS) ?? []).map((part) => part.slice(0, 2)).sort();
  return parts.join() === 'DD,MM,YY' && !/[\p{L}\p{N}]/u.test(format.replace(PARTS, ''));
}

/** Writes a day such as 2026-11-21 in a format. */
export function writeDay(day: string, format: string): string {
  const [, year = '', month = '', date = ''] = ISO.exec(day) ?? [];
  const values: Record<string, string> = { YYYY: year, YY: year.slice(2), MM: month, DD: date };
  return format.replace(PARTS, (part) => values[part] ?? part);
}

/** Reads a day in a format as 2026-11-21; undefined for any other text, and for a day that does not exist. */
export function readDayIn(text: string, format: string): string | undefined {
  const places = format.match(PARTS) ?? [];
  const pattern = format
    .split(PARTS)
    .map((between) => between.replace(SPECIAL, String.raw`\$&`))
    .reduce((before, between, index) => `${before}(\\d{${places[index - 1]?.length ?? 0}})${between}`);
  const found = new RegExp(`^${pattern}$`, 'u').exec(text);
  if (!found) return undefined;
  const values = Object.fromEntries(places.map((part, index) => [part, found[index + 1] ?? '']));
  const day = `${values['YYYY'] ?? `20${values['YY'] ?? ''}`}-${values['MM'] ?? ''}-${values['DD'] ?? ''}`;
  return isDay(day) ? day : undefined;
}

/** The day that is this many days after another one. */
export function shiftDay(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return ISO.test(day) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
