import { daysInMonth } from '#rendering/calendar/days.ts';
import { epochOf, localTime } from '#rendering/calendar/zone.ts';

const WRITTEN = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/u;

/** The moment that a text such as `2026-11-30 06:00` names on the clocks of a time zone; undefined when it names none. Milliseconds since the epoch. */
export function readMoment(text: string, timeZone: string): number | undefined {
  const parts = WRITTEN.exec(text.trim());
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return epochOf({ year, month, day, hour, minute, second }, timeZone);
}

/** A moment as `readMoment` reads it. */
export function writeMoment(epochMs: number, timeZone: string): string {
  const { year, month, day, hour, minute } = localTime(epochMs, timeZone);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}
