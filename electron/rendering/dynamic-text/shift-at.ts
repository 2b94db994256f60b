import type { Shift } from '#contract/api-v3/shift-code.ts';
import type { LocalTime } from '../calendar/zone.ts';

/**
 * The shift that holds at a time of the day: the last whose offset has passed, and before the first of the day the last of the day before.
 * It goes by the clock on the wall, so an hour that exists twice has the same shifts twice. Undefined only without any shift.
 */
export function shiftAt(shifts: readonly Shift[], { hour, minute }: LocalTime): Shift | undefined {
  const now = hour * 60 + minute;
  let passed: Shift | undefined;
  let last: Shift | undefined;
  for (const shift of shifts) {
    if (!last || shift.offset > last.offset) last = shift;
    if (shift.offset <= now && (!passed || shift.offset > passed.offset)) passed = shift;
  }
  return passed ?? last;
}
