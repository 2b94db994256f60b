import { z } from 'zod';

/**
 * Whether the controller trusts its clock. `stepped`: the clock was set by more than five minutes and at most a day; labels that show the
 * time of the print are not printed. `doubtful`: the clock was set by more than a day, or the controller was off for very long; nothing is
 * printed. Both last until a person confirms the clock or it is correct again.
 */
export const clockStateSchema = z.enum(['ok', 'stepped', 'doubtful']);
export type ClockState = z.infer<typeof clockStateSchema>;

/** The time of a printer's own clock; it is shown but never printed. */
export const printerClockSchema = z.object({
  /** ISO 8601. */
  now: z.string(),
  /** Whole seconds by which it is ahead of the controller's clock; negative if it is behind. */
  offset: z.number().int(),
});

/** The clock that every date on a label, in the ledger and in the history comes from (extension). */
export const clockSchema = z.object({
  /** ISO 8601, UTC. */
  now: z.string(),
  /** What the clock would show if it had not been set since it was last trusted, ISO 8601, UTC. */
  expected: z.string(),
  /** IANA name of the time zone of printed dates and of the day boundaries. */
  timeZone: z.string(),
  /** Minutes by which local time is ahead of UTC now. */
  utcOffset: z.number(),
  state: clockStateSchema,
  /** Why the clock is not trusted, and what to do. */
  reason: z.string().optional(),
  /** The clocks of the printers that have one, by printer name. */
  printers: z.record(z.string(), printerClockSchema),
});
export type ClockReading = z.infer<typeof clockSchema>;
