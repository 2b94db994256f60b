import { z } from 'zod';
import { textSchema } from './text.ts';
import { wholeNumberIn } from './whole-number.ts';

const MINUTES_PER_DAY = 1_440;

/** A time of the day as minutes from 00:00. */
export const minuteOfDaySchema = z
  .number()
  .int('must be a whole number of minutes')
  .min(0, 'must be at least 0')
  .max(MINUTES_PER_DAY - 1, `must be at most ${MINUTES_PER_DAY - 1}, which is 23:59`);

/** From when on a code prints. */
export const shiftSchema = z.strictObject({
  /** Minutes from 00:00 by the clock on the wall. */
  offset: minuteOfDaySchema,
  code: textSchema.min(1, 'must not be empty').max(1_000),
});
export type Shift = z.infer<typeof shiftSchema>;

/** Body of a shift code (extension). The last shift whose offset has passed prints; before the first of a day, the last of the day before. */
export const shiftCodeSchema = z.strictObject({
  shifts: z.array(shiftSchema).min(1, 'needs at least one shift').max(MINUTES_PER_DAY).superRefine(refuseSameOffset),
  description: textSchema.max(10_000).default(''),
});
export type ShiftCode = z.infer<typeof shiftCodeSchema>;

/** An element of the shift code list. */
export const shiftCodeListItemSchema = z.object({
  name: z.string(),
  /** What prints now. */
  code: z.string(),
});
export type ShiftCodeListItem = z.infer<typeof shiftCodeListItemSchema>;

/** A change of the code. */
export const shiftChangeSchema = z.object({
  /** ISO 8601. */
  at: z.string(),
  /** The clock on the wall at that moment, `2026-11-21T06:00`. */
  local: z.string(),
  code: z.string(),
});
export type ShiftChange = z.infer<typeof shiftChangeSchema>;

/** What a shift code will print (extension). */
export const shiftCodePreviewSchema = z.object({
  timeZone: z.string(),
  now: shiftChangeSchema,
  changes: z.array(shiftChangeSchema),
});
export type ShiftCodePreview = z.infer<typeof shiftCodePreviewSchema>;

/** Query of the preview of a shift code: from when on, and how many hours ahead. */
export const shiftCodePreviewQuerySchema = z.object({
  at: z.iso.datetime({ offset: true, error: 'must be a moment as ISO 8601, such as 2026-11-21T06:00:00Z' }).optional(),
  hours: wholeNumberIn({ least: 1, most: 168 }).prefault(48),
});
export type ShiftCodePreviewQuery = z.infer<typeof shiftCodePreviewQuerySchema>;

function refuseSameOffset(shifts: readonly Shift[], context: z.RefinementCtx): void {
  const seen = new Set<number>();
  for (const [index, { offset }] of shifts.entries()) {
    if (seen.has(offset)) context.addIssue({ code: 'custom', path: [index, 'offset'], message: `another shift begins at ${offset} too` });
    seen.add(offset);
  }
}
