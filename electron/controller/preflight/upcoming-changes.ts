import { dayNumber, dayOfNumber } from '#rendering/calendar/days.ts';
import { epochOf, localTime } from '#rendering/calendar/zone.ts';

const MINUTES_PER_HOUR = 60;

export interface UpcomingChangesOptions {
  /** Milliseconds since the epoch. */
  from: number;
  days: number;
  timeZone: string;
  /** Minutes after midnight at which a label may show something else. */
  offsets: Iterable<number>;
}

/**
 * Now, and every moment of the coming days at which a label may show something else, ascending, in milliseconds since the epoch. A local
 * time that the change to summer time skips counts as the moment after the change.
 */
export function upcomingChanges({ from, days, timeZone, offsets }: UpcomingChangesOptions): number[] {
  const today = dayNumber(localTime(from, timeZone));
  const ofDay = [...new Set([0, ...offsets])];
  const coming = Array.from({ length: days + 1 }, (_, day) => dayOfNumber(today + day)).flatMap((day) =>
    ofDay.map((offset) =>
      epochOf({ ...day, hour: Math.floor(offset / MINUTES_PER_HOUR), minute: offset % MINUTES_PER_HOUR, second: 0 }, timeZone),
    ),
  );
  const end = daysLater(from, days, timeZone);
  return [...new Set([from, ...coming.filter((moment) => moment > from && moment <= end)])].sort((one, other) => one - other);
}

/** The same local time some days later, in milliseconds since the epoch. */
export function daysLater(epochMs: number, days: number, timeZone: string): number {
  const local = localTime(epochMs, timeZone);
  return epochOf({ ...local, ...dayOfNumber(dayNumber(local) + days) }, timeZone);
}
