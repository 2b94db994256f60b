import { dayOfYear, isoWeek, weekday } from '../calendar/days.ts';
import type { LocalTime } from '../calendar/zone.ts';

interface DateCodeRule {
  /** Digits without WIDTH. */
  width: number;
  read: (local: LocalTime) => number;
}

/** The codes that are parts of the moment. WEEK and WEEKYEAR follow ISO 8601, WEEKDAY is 1 for Monday, JULIAN is the day of the year. */
export const DATE_CODES = {
  YEAR: { width: 4, read: (local) => local.year },
  YEAR2: { width: 2, read: (local) => local.year % 100 },
  MONTH: { width: 2, read: (local) => local.month },
  DAYOFMONTH: { width: 2, read: (local) => local.day },
  DAYOFYEAR: { width: 3, read: dayOfYear },
  JULIAN: { width: 3, read: dayOfYear },
  WEEK: { width: 2, read: (local) => isoWeek(local).week },
  WEEKYEAR: { width: 4, read: (local) => isoWeek(local).year },
  WEEKDAY: { width: 2, read: weekday },
  HOUR: { width: 2, read: (local) => local.hour },
  HOUR12: { width: 2, read: (local) => local.hour % 12 || 12 },
  MINUTE: { width: 2, read: (local) => local.minute },
  SECOND: { width: 2, read: (local) => local.second },
} as const satisfies Record<string, DateCodeRule>;

export type NumericDateCode = keyof typeof DATE_CODES;
export type DateCode = NumericDateCode | 'AMPM';

/** Whether the name is a date code that is written as a number. */
export function isNumericDateCode(name: string): name is NumericDateCode {
  return Object.hasOwn(DATE_CODES, name);
}

/** AM before noon, PM from noon on. */
export function dayHalf(local: LocalTime): string {
  return local.hour < 12 ? 'AM' : 'PM';
}
