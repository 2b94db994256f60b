import { z } from 'zod';
import { minuteOfDaySchema } from './shift-code.ts';

/** What becomes of a day that a month lacks: 31 January + 1 month is the last day of February (`end`), or goes on into March (`spill`). */
export const monthEndSchema = z.enum(['end', 'spill']);
export type MonthEnd = z.infer<typeof monthEndSchema>;

/** An IANA time zone. */
export const timeZoneSchema = z
  .string()
  .refine(isTimeZone, { error: ({ input }) => `"${String(input)}" is not a time zone; one looks like Europe/Berlin` });

/** Body of the settings (extension): how a moment becomes dates on products. PUT replaces: what is left out falls back to its default. */
export const controllerSettingsSchema = z.strictObject({
  /** All dates, shifts and buckets of the history go by its clock. */
  timeZone: timeZoneSchema,
  monthEnd: monthEndSchema.default('end'),
  /** Minutes after midnight. Before this time, the codes of the day (YEAR to WEEKDAY, JULIAN) belong to the day before. */
  productionDayStart: minuteOfDaySchema.default(0),
});
export type ControllerSettings = z.infer<typeof controllerSettingsSchema>;

const days = z.number().int('must be a whole number of days').min(1, 'must be at least 1 day').max(36_500, 'must be at most 36 500 days');

/**
 * How long what was printed is kept (extension), in days; null keeps it for ever. The history by the quarter-hour, the counters and the
 * totals of jobs are always kept, and so is a print of which nobody can say whether it was made.
 */
export const retentionSchema = z.strictObject({
  /** The history by the minute. */
  minutes: days.nullable().default(null),
  /** The prints themselves, and the triggers that made none. */
  prints: days.nullable().default(null),
});
export type RetentionSettings = z.infer<typeof retentionSchema>;

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
