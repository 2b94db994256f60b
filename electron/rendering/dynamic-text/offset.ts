import type { MonthEnd } from '#contract/api-v3/settings.ts';
import { dayNumber, dayOfNumber, daysInMonth } from '../calendar/days.ts';
import { epochOf, localTime } from '../calendar/zone.ts';
import type { LocalTime } from '../calendar/zone.ts';
import { DynamicTextError } from './dynamic-text.ts';
import type { Moment } from './print-values.ts';

type OffsetUnit = 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute';

/** One step of a date offset, such as `+3months`. */
export interface OffsetStep {
  amount: number;
  unit: OffsetUnit;
}

const STEP = /\s*([+-])\s*(\d{1,9})\s*(year|month|week|day|hour|minute)s?\s*/iuy;
const MAX_STEPS = 100;

/**
 * Parses an offset such as `+3months-1week`: at most 100 signed whole numbers with units, plural allowed. Throws a `DynamicTextError`. The
 * sticky pattern keeps parsing linear.
 */
export function parseOffset(text: string, position: number): OffsetStep[] {
  const steps: OffsetStep[] = [];
  const step = new RegExp(STEP);
  while (step.lastIndex < text.length) {
    if (steps.length === MAX_STEPS) throw new DynamicTextError(position, `The offset has more than ${MAX_STEPS} steps`);
    const at = step.lastIndex;
    const [, sign, digits, unit] = step.exec(text) ?? [];
    if (!digits || !unit) {
      throw new DynamicTextError(position, `"${text.slice(at, at + 40)}" is not an offset such as +3months-1week`);
    }
    steps.push({ amount: Number(digits) * (sign === '-' ? -1 : 1), unit: unit.toLowerCase() as OffsetUnit });
  }
  if (steps.length === 0) throw new DynamicTextError(position, 'The offset is empty; write it as in +3months-1week');
  return steps;
}

/**
 * Applies all steps in order. Years, months, weeks and days move the calendar date (after each step the month-end policy corrects a day
 * that the month lacks); hours and minutes are elapsed time. Throws a `DynamicTextError` outside the years 0 to 9999.
 */
export function shiftMoment(moment: Moment, steps: readonly OffsetStep[], position: number): Moment {
  let { epochMs } = moment;
  for (const step of steps) {
    epochMs = shifted({ ...moment, epochMs }, step) ?? refuse(position);
  }
  return { ...moment, epochMs };
}

function shifted({ epochMs, timeZone, monthEnd }: Moment, { amount, unit }: OffsetStep): number | undefined {
  if (unit === 'hour' || unit === 'minute') {
    const result = epochMs + amount * (unit === 'hour' ? 3_600_000 : 60_000);
    return Math.abs(result) < 8e15 && isPrintable(localTime(result, timeZone)) ? result : undefined;
  }
  const before = localTime(epochMs, timeZone);
  const months = monthsIn(unit);
  const local = months > 0 ? shiftMonths(before, amount * months, monthEnd) : shiftDays(before, amount * (unit === 'week' ? 7 : 1));
  const milliseconds = ((epochMs % 1000) + 1000) % 1000;
  return isPrintable(local) ? epochOf(local, timeZone) + milliseconds : undefined;
}

function monthsIn(unit: OffsetUnit): number {
  if (unit === 'year') return 12;
  return unit === 'month' ? 1 : 0;
}

function shiftDays(local: LocalTime, days: number): LocalTime {
  return { ...local, ...dayOfNumber(dayNumber(local) + days) };
}

function shiftMonths(local: LocalTime, amount: number, monthEnd: MonthEnd = 'end'): LocalTime {
  const months = local.year * 12 + local.month - 1 + amount;
  const year = Math.floor(months / 12);
  const month = months - year * 12 + 1;
  const missing = Math.max(0, local.day - daysInMonth(year, month));
  const last = { ...local, year, month, day: local.day - missing };
  return monthEnd === 'spill' ? shiftDays(last, missing) : last;
}

function isPrintable({ year }: LocalTime): boolean {
  return year >= 0 && year <= 9999;
}

function refuse(position: number): never {
  throw new DynamicTextError(position, 'The offset leads to a date outside the years 0 to 9999');
}
