import { daysInMonth } from '../calendar/days.ts';

/** What is wrong with a text, as the end of a sentence, and at which of its characters, counted from 0. */
export interface TextFault {
  at: number;
  what: string;
}

/** A date that ends with month and day; day 00 means the month's last day where `mayLackDay`. */
export function dateFault(text: string, year: number, mayLackDay: boolean): TextFault | undefined {
  const at = text.length - 4;
  const [month, day] = [text.slice(at, at + 2), text.slice(at + 2)];
  if (Number(month) < 1 || Number(month) > 12) return { at, what: `has no month ${month} in the date ${text}` };
  const isDay = day === '00' ? mayLackDay : Number(day) <= daysInMonth(year, Number(month));
  return isDay ? undefined : { at: at + 2, what: `has no day ${day} in the date ${text}` };
}
