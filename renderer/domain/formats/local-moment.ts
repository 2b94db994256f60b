import { daysInMonth } from '#rendering/calendar/days.ts';
import { epochOf, localTime } from '#rendering/calendar/zone.ts';

const WRITTEN = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/u;

/** Reads a text such as `2026-11-30 06:00` in a time zone. Milliseconds since the epoch; undefined if it is not a valid time there. */
export function parseLocalMoment(text: string, timeZone: string): number | undefined {
  const parts = WRITTEN.exec(text.trim());
  if (!parts) return undefined;
  const numbers = parts.slice(1).map((part) => Number(part ?? 0));
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers;
  const most = [9_999, 12, daysInMonth(year, Math.min(12, Math.max(1, month))), 23, 59, 59];
  const least = [0, 1, 1, 0, 0, 0];
  const isThere = numbers.every((value, index) => value >= (least[index] ?? 0) && value <= (most[index] ?? 0));
  return isThere ? epochOf({ year, month, day, hour, minute, second }, timeZone) : undefined;
}

/** Formats a time so that `parseLocalMoment` reads it. */
export function formatLocalMoment(epochMs: number, timeZone: string): string {
  const { year, month, day, hour, minute } = localTime(epochMs, timeZone);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}
