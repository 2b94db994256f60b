import { z } from 'zod';

/**
 * How far the controller's clock is to be believed: ok, stepped (it was set, by more than five minutes and a day at most: labels that show the
 * moment of their print are not printed), doubtful (it was set by more, or the controller was off for very long: nothing prints). Both last until
 * a person confirms the clock or it is right again.
 */
export const clockStateSchema = z.enum(['ok', 'stepped', 'doubtful']);
export type ClockState = z.infer<typeof clockStateSchema>;

/** What a printer's own clock shows. Nothing is printed by it. */
export const printerClockSchema = z.object({
  /** ISO 8601. */
  now: z.string(),
  /** What it is ahead of the controller's clock, in whole seconds; negative when it is behind. */
  offset: z.number().int(),
});

/** The clock that every date on a label, in the ledger and in the history comes from (extension). */
export const clockSchema = z.object({
  /** ISO 8601, UTC. */
  now: z.string(),
  /** What the clock would show had nobody set it since it was last believed, ISO 8601, UTC. */
  expected: z.string(),
  /** IANA name of the zone in which days begin and dates are printed. */
  timeZone: z.string(),
  /** What the zone's time is ahead of UTC now, in minutes. */
  utcOffset: z.number(),
  state: clockStateSchema,
  /** Why the clock is not simply believed, and what to do. */
  reason: z.string().optional(),
  /** The clocks of those printers that have one, by the printer's name. */
  printers: z.record(z.string(), printerClockSchema),
});
export type ClockReading = z.infer<typeof clockSchema>;
