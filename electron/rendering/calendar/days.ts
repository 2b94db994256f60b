/** A day of the proleptic Gregorian calendar. */
export interface CalendarDay {
  year: number;
  month: number;
  day: number;
}

const DAYS_PER_ERA = 146_097;
const CUMULATIVE_DAYS = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334] as const;

/** Days since 1 January 1970; negative before. A day outside its month counts into the next or previous month. */
export function dayNumber({ year, month, day }: CalendarDay): number {
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_PER_ERA + dayOfEra - 719_468;
}

/** The inverse of `dayNumber`. */
export function dayOfNumber(days: number): CalendarDay {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return { year, month, day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1 };
}

/** Whether a year of the Gregorian calendar is a leap year. */
export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** Number of days of a month; months count from 1. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Day of the year; 1 for 1 January. */
export function dayOfYear({ year, month, day }: CalendarDay): number {
  return (CUMULATIVE_DAYS[month - 1] ?? 0) + day + (month > 2 && isLeapYear(year) ? 1 : 0);
}

/** Day of the week; 1 for Monday to 7 for Sunday (ISO 8601). */
export function weekday(day: CalendarDay): number {
  return ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1;
}

/** The ISO 8601 week and its year: week 1 contains the first Thursday of the year. */
export function isoWeek(day: CalendarDay): { year: number; week: number } {
  const thursday = dayOfNumber(dayNumber(day) - weekday(day) + 4);
  return { year: thursday.year, week: Math.floor((dayOfYear(thursday) - 1) / 7) + 1 };
}
