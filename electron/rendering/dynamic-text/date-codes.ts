import { dayNumber, dayOfNumber, dayOfYear, isoWeek, weekday } from '../calendar/days.ts';
import type { CalendarDay } from '../calendar/days.ts';
import type { LocalTime } from '../calendar/zone.ts';

interface DateCodeRule {
  /** Digits without WIDTH. */
  width: number;
  read: (parts: DateParts) => number;
}

/** What date codes are read from: the clock on the wall, and the production day, which need not be the day of that clock. */
export interface DateParts {
  clock: LocalTime;
  day: CalendarDay;
}

/** The parts of a time on the wall where a production day starts so many minutes after midnight: before that, the day before goes on. */
export function dateParts(clock: LocalTime, productionDayStart = 0): DateParts {
  const isDayBefore = clock.hour * 60 + clock.minute < productionDayStart;
  return { clock, day: isDayBefore ? dayOfNumber(dayNumber(clock) - 1) : clock };
}

/** The codes that are parts of the moment: the day's follow the production day, the clock's do not. WEEK and WEEKYEAR follow ISO 8601, WEEKDAY is 1 for Monday, JULIAN is the day of the year. */
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

export type NumericDateCode = keyof typeof DATE_CODES;
export type DateCode = NumericDateCode | 'AMPM';

/** Whether the name is a date code that is written as a number. */
export function isNumericDateCode(name: string): name is NumericDateCode {
  return Object.hasOwn(DATE_CODES, name);
}

/** AM before noon, PM from noon on. */
export function dayHalf({ clock }: DateParts): string {
  return clock.hour < 12 ? 'AM' : 'PM';
}
