import { dayNumber, dayOfNumber, dayOfYear, isoWeek, weekday } from '../calendar/days.ts';
import type { CalendarDay } from '../calendar/days.ts';
import type { LocalTime } from '../calendar/zone.ts';

interface DateCodeRule {
  /** Number of digits without WIDTH. */
  width: number;
  read: (parts: DateParts) => number;
}

/** Inputs of date fields: the local time, and the production day, which may differ from the calendar day. */
export interface DateParts {
  clock: LocalTime;
  day: CalendarDay;
}

/** The date parts of a local time. Before `productionDayStart` (minutes after midnight) the production day is the previous day. */
export function dateParts(clock: LocalTime, productionDayStart = 0): DateParts {
  const isDayBefore = clock.hour * 60 + clock.minute < productionDayStart;
  return { clock, day: isDayBefore ? dayOfNumber(dayNumber(clock) - 1) : clock };
}

/**
 * The numeric date fields. Those of the day use the production day, those of the time the clock. WEEK and WEEKYEAR follow ISO 8601, WEEKDAY
 * is 1 for Monday, JULIAN is the day of the year.
 */
export const DATE_CODES = {
  YEAR: { width: 4, read: ({ day }) => day.year },
  YEAR2: { width: 2, read: ({ day }) => day.year % 100 },
  MONTH: { width: 2, read: ({ day }) => day.month },
  DAYOFMONTH: { width: 2, read: ({ day }) => day.day },
  DAYOFYEAR: { width: 3, read: ({ day }) => dayOfYear(day) },
  JULIAN: { width: 3, read: ({ day }) => dayOfYear(day) },
  WEEK: { width: 2, read: ({ day }) => isoWeek(day).week },
  WEEKYEAR: { width: 4, read: ({ day }) => isoWeek(day).year },
  WEEKDAY: { width: 2, read: ({ day }) => weekday(day) },
  HOUR: { width: 2, read: ({ clock }) => clock.hour },
  HOUR12: { width: 2, read: ({ clock }) => clock.hour % 12 || 12 },
  MINUTE: { width: 2, read: ({ clock }) => clock.minute },
  SECOND: { width: 2, read: ({ clock }) => clock.second },
} as const satisfies Record<string, DateCodeRule>;

/** A date field that is written as a number. */
export type NumericDateCode = keyof typeof DATE_CODES;
/** Any date field. */
export type DateCode = NumericDateCode | 'AMPM';

/** Whether the name is a date field that is written as a number. */
export function isNumericDateCode(name: string): name is NumericDateCode {
  return Object.hasOwn(DATE_CODES, name);
}

/** AM before noon, otherwise PM. */
export function dayHalf({ clock }: DateParts): string {
  return clock.hour < 12 ? 'AM' : 'PM';
}
