import type { ExcelCellFault } from '#contract/csv/source-row.ts';

/** A number as written in the file, because JavaScript may print other digits. */
export interface ExcelNumber {
  number: string;
}

/** The value of a cell; null = empty. Dates are in UTC. */
export type ExcelValue = string | ExcelNumber | boolean | Date | null;

/** Excel stores and shows no more digits of a number. */
const DIGITS = 15;
const DAY = 24 * 60 * 60 * 1_000;
/** Dates before it are times of day: Excel counts days from here. */
const FIRST_DAY = Date.UTC(1899, 11, 31);
const ERRORS = new Set(['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A', '#SPILL!', '#CALC!', '#GETTING_DATA']);
const plain = new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: DIGITS });

/**
 * The text that a table stores for a cell: numbers with a decimal point and without formatting, dates as 2026-11-22, with a time only if
 * they have one.
 */
export function excelText(value: ExcelValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Date) return dateText(value);
  const number = Number(value.number);
  return Number.isFinite(number) ? plain.format(number) : value.number;
}

/** The fault of a cell's value. */
export function excelFault(value: ExcelValue): ExcelCellFault | undefined {
  if (typeof value === 'string') return ERRORS.has(value) ? 'excelError' : undefined;
  if (value === null || typeof value !== 'object' || value instanceof Date) return undefined;
  return Math.abs(Number(value.number)) >= 10 ** DIGITS ? 'excelDigits' : undefined;
}

function dateText(date: Date): string {
  // Rounded, because a time of day is stored as a fraction of a day and is rarely exact.
  const seconds = new Date(Math.round(date.getTime() / 1_000) * 1_000);
  const [day = '', time = ''] = seconds.toISOString().slice(0, 19).split('T');
  if (seconds.getTime() < FIRST_DAY) return time;
  return seconds.getTime() % DAY === 0 ? day : `${day} ${time}`;
}
