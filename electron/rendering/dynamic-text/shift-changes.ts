import type { Shift, ShiftChange } from '#contract/api-v3/shift-code.ts';
import { localTime } from '../calendar/zone.ts';
import type { LocalTime } from '../calendar/zone.ts';
import { shiftAt } from './shift-at.ts';

const MINUTE_MS = 60_000;

/** A period in milliseconds since the epoch, and its time zone. */
export interface ShiftPeriod {
  from: number;
  until: number;
  timeZone: string;
}

/**
 * Every change of the code in a period, with its local time. Examines each minute, because a change of the clocks may skip or repeat a
 * shift.
 */
export function shiftChanges(shifts: readonly Shift[], { from, until, timeZone }: ShiftPeriod): ShiftChange[] {
  const changes: ShiftChange[] = [];
  let code = shiftAt(shifts, localTime(from, timeZone))?.code;
  for (let at = (Math.floor(from / MINUTE_MS) + 1) * MINUTE_MS; at <= until; at += MINUTE_MS) {
    const local = localTime(at, timeZone);
    const shift = shiftAt(shifts, local);
    if (!shift || shift.code === code) continue;
    code = shift.code;
    changes.push({ at: new Date(at).toISOString(), local: localText(local), code });
  }
  return changes;
}

/** A local time in ISO 8601 without a zone, to the minute. */
export function localText({ year, month, day, hour, minute }: LocalTime): string {
  const digits = (value: number, width = 2): string => String(value).padStart(width, '0');
  return `${digits(year, 4)}-${digits(month)}-${digits(day)}T${digits(hour)}:${digits(minute)}`;
}
