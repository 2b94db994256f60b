import { daysInMonth } from '../../calendar/days.ts';

/** A fault in a text: the rest of a sentence, and the index of the character from 0. */
export interface TextFault {
  at: number;
  what: string;
}

/** Checks a date that ends with month and day; if `mayLackDay`, day 00 means the last day of the month. */
export function dateFault(text: string, year: number, mayLackDay: boolean): TextFault | undefined {
  const at = text.length - 4;
  const [month, day] = [text.slice(at, at + 2), text.slice(at + 2)];
  if (Number(month) < 1 || Number(month) > 12) return { at, what: `has the invalid month ${month} in the date ${text}` };
  const isDay = day === '00' ? mayLackDay : Number(day) <= daysInMonth(year, Number(month));
  return isDay ? undefined : { at: at + 2, what: `has the invalid day ${day} in the date ${text}` };
}
