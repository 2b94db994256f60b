import { shiftCodeSchema, type Shift, type ShiftCode } from '#contract/api-v3/shift-code.ts';
import { readTime, timeText } from '../../domain/formats/time-of-day.ts';

/** The fields of a shift. `id` identifies its row. */
export interface ShiftFields {
  id: number;
  time: string;
  code: string;
}

export type ShiftFault = 'time' | 'code' | 'twice';

/** The faults of the rows: per row, the field and the reason. */
export interface ShiftReading {
  shiftCode: ShiftCode | undefined;
  faults: ReadonlyMap<number, ShiftFault>;
}

export function shiftFields(shifts: readonly Shift[]): ShiftFields[] {
  return shifts.map(({ offset, code }, id) => ({ id, time: timeText(offset), code }));
}

/** Validates the rows. Nothing is corrected: an invalid row is reported with the reason, and there is no shift code. */
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
