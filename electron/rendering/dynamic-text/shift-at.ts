import type { Shift } from '#contract/api-v3/shift-code.ts';
import type { LocalTime } from '../calendar/zone.ts';

/**
 * The shift at a local time: the last one whose offset has passed, or before the first of the day the last of the previous day. A local
 * hour that occurs twice has the same shifts twice. Undefined only if there are no shifts.
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
