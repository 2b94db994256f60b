import { z } from 'zod';
import { statedReasonSchema } from './print.ts';

const marks = z.number().int();

/** The marks of a printer by its own count, beside what prints explain of it (extension). They differ where a person has to look. */
export const engineCountSchema = z.object({
  /** Null while the printer does not say. */
  counted: marks.nullable(),
  /** Null before its count was read for the first time. */
  explained: marks.nullable(),
  /** The last difference that a person accepted; null when there was none. */
  accepted: z
    .object({
      /** When, ISO 8601. */
      at: z.string(),
      /** Who; empty when the client did not say. */
      by: z.string(),
      reason: z.string(),
      /** The count that was taken as it is, and what prints explained of it. */
      counted: marks,
      explained: marks,
    })
    .nullable(),
});
export type EngineCount = z.infer<typeof engineCountSchema>;

/** Why a count is taken as it is. */
export const countAcceptanceSchema = z.strictObject({ reason: statedReasonSchema });
