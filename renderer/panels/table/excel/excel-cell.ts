import type { ExcelCellFault } from '../import/source-row.ts';

/** A number as the file writes it: what JavaScript makes of it may have other digits. */
export interface ExcelNumber {
  number: string;
}

/** What a cell of a worksheet holds; null when it is empty. Dates are those of its calendar, in UTC. */
export type ExcelValue = string | ExcelNumber | boolean | Date | null;

/** Excel keeps no more digits of a number, and shows no more. */
const DIGITS = 15;
const DAY = 24 * 60 * 60 * 1_000;
/** Before it a cell with the format of a time holds no date: Excel counts days from here. */
const FIRST_DAY = Date.UTC(1899, 11, 31);
const ERRORS = new Set(['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A', '#SPILL!', '#CALC!', '#GETTING_DATA']);
const plain = new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: DIGITS });

/** The text that a table keeps of a cell: numbers with a point and without their format, dates as 2026-11-22, with a time only where they have one. */
export function excelText(value: ExcelValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Date) return dateText(value);
  const number = Number(value.number);
  return Number.isFinite(number) ? plain.format(number) : value.number;
}

/** What is wrong with what a cell holds. */
export function excelFault(value: ExcelValue): ExcelCellFault | undefined {
  if (typeof value === 'string') return ERRORS.has(value) ? 'excelError' : undefined;
  if (value === null || typeof value !== 'object' || value instanceof Date) return undefined;
  return Math.abs(Number(value.number)) >= 10 ** DIGITS ? 'excelDigits' : undefined;
}

function dateText(date: Date): string {
  // A time of day is a fraction that is seldom exact.
  const seconds = new Date(Math.round(date.getTime() / 1_000) * 1_000);
  const [day = '', time = ''] = seconds.toISOString().slice(0, 19).split('T');
  if (seconds.getTime() < FIRST_DAY) return time;
  return seconds.getTime() % DAY === 0 ? day : `${day} ${time}`;
}
