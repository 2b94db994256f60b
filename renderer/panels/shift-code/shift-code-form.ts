import { shiftCodeSchema, type Shift, type ShiftCode } from '#contract/api-v3/shift-code.ts';
import { readTime, timeText } from '../../composables/time-of-day.ts';

/** A shift as a person types it. `id` stays with its row. */
export interface ShiftFields {
  id: number;
  time: string;
  code: string;
}

export type ShiftFault = 'time' | 'code' | 'twice';

/** What is wrong with the rows: nothing, or per row which of its fields and why. */
export interface ShiftReading {
  shiftCode: ShiftCode | undefined;
  faults: ReadonlyMap<number, ShiftFault>;
}

export function shiftFields(shifts: readonly Shift[]): ShiftFields[] {
  return shifts.map(({ offset, code }, id) => ({ id, time: timeText(offset), code }));
}

/** Reads the rows. Nothing is corrected: a row that is not what it must be is named with the reason, and no shift code comes out. */
export function readShifts(rows: readonly ShiftFields[], description: string): ShiftReading {
  const faults = new Map<number, ShiftFault>();
  const shifts: Shift[] = [];
  for (const { id, time, code } of rows) {
    const offset = readTime(time);
    if (offset === undefined) faults.set(id, 'time');
    else if (shifts.some((other) => other.offset === offset)) faults.set(id, 'twice');
    else if (code === '') faults.set(id, 'code');
    else shifts.push({ offset, code });
  }
  const shiftCode = faults.size === 0 ? shiftCodeSchema.safeParse({ shifts, description }).data : undefined;
  return { shiftCode, faults };
}
