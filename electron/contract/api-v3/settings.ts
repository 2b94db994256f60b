import { z } from 'zod';
import { fallbackFontsSchema } from './font.ts';
import { minuteOfDaySchema } from './shift-code.ts';

/**
 * What a date offset does with a day that the month lacks: 31 January + 1 month is the last day of February (`end`) or a day in March
 * (`spill`).
 */
export const monthEndSchema = z.enum(['end', 'spill']);
export type MonthEnd = z.infer<typeof monthEndSchema>;

/** An IANA time zone. */
export const timeZoneSchema = z
  .string()
  .refine(isTimeZone, { error: ({ input }) => `"${String(input)}" is not a time zone; one looks like Europe/Berlin` });

/** How times become printed dates. */
export const dateSettingsSchema = z.strictObject({
  /** The time zone of all dates, shifts and history buckets. */
  timeZone: timeZoneSchema,
  monthEnd: monthEndSchema.default('end'),
  /** Minutes after midnight. Before this time, the date fields of the day (YEAR to WEEKDAY, JULIAN) show the previous day. */
  productionDayStart: minuteOfDaySchema.default(0),
});
export type DateSettings = z.infer<typeof dateSettingsSchema>;

/** Body of the settings (extension). PUT replaces all settings: omitted ones return to their defaults. */
export const controllerSettingsSchema = dateSettingsSchema.extend({
  /**
   * Whether a PUT of a label that says nothing about running jobs changes them: their next print is of the new version. By default they keep
   * the version that was current when they were selected.
   */
  labelChangesReachRunningJobs: z.boolean().default(false),
  /** Fonts for characters that the font of a text lacks, in their order. Prints from then on use them; earlier ones stay as they were. */
  fallbackFonts: fallbackFontsSchema.default([]),
});
export type ControllerSettings = z.infer<typeof controllerSettingsSchema>;

const days = z.number().int('must be a whole number of days').min(1, 'must be at least 1 day').max(36_500, 'must be at most 36 500 days');

/**
 * How many days print data are retained (extension); null = forever. The quarter-hour history, counters, job totals and unknown prints are
 * always retained.
 */
export const retentionSchema = z.strictObject({
  /** The per-minute history. */
  minutes: days.nullable().default(null),
  /** The prints and the missed triggers. */
  prints: days.nullable().default(null),
  /**
   * The audit log; records are removed in whole signed hours, whose signatures stay, when an hour was signed. At least the newest 500 000 records of
   * triggers and of wrong keys are stored, whatever their age.
   */
  audit: days.nullable().default(null),
});
export type RetentionSettings = z.infer<typeof retentionSchema>;

/** Who may use the controller (extension). */
export const accessSettingsSchema = z.strictObject({
  /** Whether requests from this computer need a key too. Requests from other computers need one unless the controller was started without. */
  isKeyRequired: z.boolean(),
});
export type AccessSettings = z.infer<typeof accessSettingsSchema>;

/** The time zone that was accepted last: every print reads the settings, and a formatter takes some 100 µs to create. */
let lastTimeZone: string | undefined;

function isTimeZone(timeZone: string): boolean {
  if (timeZone === lastTimeZone) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    lastTimeZone = timeZone;
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
