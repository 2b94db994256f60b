import { z } from 'zod';
import { statedReasonSchema } from './print.ts';

/** The most prints of one rework. */
export const MAX_REWORKED = 5_000;

/** Prints that are made once more by another printer, in this order (extension). */
export const reworkSchema = z.strictObject({
  /** Ids of prints of this controller that were printed, handed over, or are unknown. */
  prints: z
    .array(z.number('must be a number').int('must be a whole number').min(1, 'must be at least 1'))
    .min(1, 'must name at least one print')
    .max(MAX_REWORKED, `must name at most ${MAX_REWORKED} prints`)
    .refine((ids) => new Set(ids).size === ids.length, 'must name each print once'),
  reason: statedReasonSchema,
  /** Shown to the operator as the description of the job; by default the reason. */
  description: z.string().max(10_000).optional(),
  /** Whether prints may be named that are superseded already, or wait in a rework job. */
  supersedeAgain: z.boolean().default(false),
});
export type Rework = z.infer<typeof reworkSchema>;
