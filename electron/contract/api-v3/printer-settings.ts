import { z } from 'zod';

/**
 * Reaction to a trigger for which there is nothing to print: `continue` lets the product pass, `stop` stops printing until a person acts.
 */
export const missingDataSchema = z.enum(['continue', 'stop'], 'must be continue or stop');

/** Settings of one printer (extension). PUT replaces all settings: omitted ones return to their defaults. */
export const printerSettingsSchema = z.strictObject({
  /** A trigger within this time after an accepted one is ignored as a bounce; in milliseconds. */
  bounceTime: z.number('must be a number').min(0, 'must be at least 0').max(60_000, 'must be at most 60 000').default(20),
  /**
   * Reaction to a product for which there is nothing to print. Either way a missed trigger is recorded, and no serial number is repeated.
   */
  whenDataIsMissing: missingDataSchema.default('continue'),
  /** Whether the printer makes the second print of a job only after a person has found the first one right. */
  firstPrintCheckRequired: z.boolean('must be true or false').default(false),
  /** Whether rows of a table are selected only after a pre-flight that covers them, with the present table and labels. */
  preflightRequired: z.boolean('must be true or false').default(false),
});
export type PrinterSettings = z.infer<typeof printerSettingsSchema>;
