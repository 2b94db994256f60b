import { z } from 'zod';

/** What a trigger without data does: `gap` lets the product pass and the line go on, `stop` stops the line until a person acts. */
export const missingDataSchema = z.enum(['gap', 'stop'], 'must be gap or stop');

/** Settings of one printer (extension). PUT replaces: what is left out falls back to its default. */
export const printerSettingsSchema = z.strictObject({
  /** A trigger within this time after an accepted one is a bounce, in milliseconds. */
  bounceTime: z.number('must be a number').min(0, 'must be at least 0').max(60_000, 'must be at most 60 000').default(20),
  /** What happens when a product comes and there is nothing to print on it. Either way it is recorded as a gap, and no serial is repeated. */
  whenDataIsMissing: missingDataSchema.default('gap'),
});
export type PrinterSettings = z.infer<typeof printerSettingsSchema>;
