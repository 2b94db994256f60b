import { z } from 'zod';
import { statedReasonSchema } from './print.ts';

const marks = z.number().int();

/**
 * The printer's own count of prints, compared with the count that the ledger explains (extension). A difference is a print count mismatch.
 */
export const engineCountSchema = z.object({
  /** Null until the printer reports its count. */
  counted: marks.nullable(),
  /** Null until the printer's count was read for the first time. */
  explained: marks.nullable(),
  /** The last difference that a person accepted; null if there is none. */
  accepted: z
    .object({
      /** When, ISO 8601. */
      at: z.string(),
      /** Who accepted it; empty if the client did not say. */
      by: z.string(),
      reason: z.string(),
      /** The printer's count at the time, and the count that the ledger explained. */
      counted: marks,
      explained: marks,
    })
    .nullable(),
});
export type EngineCount = z.infer<typeof engineCountSchema>;

/** Why the printer's count is accepted. */
export const countAcceptanceSchema = z.strictObject({ reason: statedReasonSchema });
