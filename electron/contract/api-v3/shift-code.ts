import { z } from 'zod';
import { textSchema } from './text.ts';
import { wholeNumberIn } from './whole-number.ts';

const MINUTES_PER_DAY = 1_440;

/** A time of day in minutes after 00:00. */
export const minuteOfDaySchema = z
  .number()
  .int('must be a whole number of minutes')
  .min(0, 'must be at least 0')
  .max(MINUTES_PER_DAY - 1, `must be at most ${MINUTES_PER_DAY - 1}, which is 23:59`);

/** The code of a shift, and when the shift begins. */
export const shiftSchema = z.strictObject({
  /** Minutes after 00:00 in local time. */
  offset: minuteOfDaySchema,
  code: textSchema.min(1, 'must not be empty').max(1_000),
});
export type Shift = z.infer<typeof shiftSchema>;

/**
 * Body of a shift code (extension). It prints the code of the last shift whose offset has passed; before the first shift of a day, the last
 * one of the previous day.
 */
export const shiftCodeSchema = z.strictObject({
  shifts: z.array(shiftSchema).min(1, 'needs at least one shift').max(MINUTES_PER_DAY).superRefine(refuseSameOffset),
  description: textSchema.max(10_000).default(''),
});
export type ShiftCode = z.infer<typeof shiftCodeSchema>;

/** An element of the shift code list. */
export const shiftCodeListItemSchema = z.object({
  name: z.string(),
  /** The current code. */
  code: z.string(),
});
export type ShiftCodeListItem = z.infer<typeof shiftCodeListItemSchema>;

/** A change of the code. */
export const shiftChangeSchema = z.object({
  /** ISO 8601. */
  at: z.string(),
  /** Local time of the change, such as `2026-11-21T06:00`. */
  local: z.string(),
  code: z.string(),
});
export type ShiftChange = z.infer<typeof shiftChangeSchema>;

/** The codes that a shift code will print (extension). */
export const shiftCodePreviewSchema = z.object({
  timeZone: z.string(),
  now: shiftChangeSchema,
  changes: z.array(shiftChangeSchema),
});
export type ShiftCodePreview = z.infer<typeof shiftCodePreviewSchema>;

/** Query of a shift code preview: from when, and for how many hours. */
export const shiftCodePreviewQuerySchema = z.object({
  at: z.iso.datetime({ offset: true, error: 'must be a date and time in ISO 8601, such as 2026-11-21T06:00:00Z' }).optional(),
  hours: wholeNumberIn({ least: 1, most: 168 }).prefault(48),
});
export type ShiftCodePreviewQuery = z.infer<typeof shiftCodePreviewQuerySchema>;

function refuseSameOffset(shifts: readonly Shift[], context: z.RefinementCtx): void {
  const seen = new Set<number>();
  for (const [index, { offset }] of shifts.entries()) {
    if (seen.has(offset)) context.addIssue({ code: 'custom', path: [index, 'offset'], message: `another shift also begins at ${offset}` });
    seen.add(offset);
  }
}
