import { z } from 'zod';
import { textSchema } from './text.ts';

/** Whether the first print of a job is as it was shown. */
export const firstPrintVerdictSchema = z.enum(['right', 'wrong'], 'must be right or wrong');
export type FirstPrintVerdict = z.infer<typeof firstPrintVerdictSchema>;

/** A person's verdict on the first print of a job (extension). */
export const firstPrintStatementSchema = z.strictObject({
  verdict: firstPrintVerdictSchema,
  /** The first print of the job, as the person saw it. */
  printId: z.number('must be a number').int('must be a whole number').min(1, 'must be at least 1'),
  note: textSchema.refine((text) => [...text].length <= 500, 'must have at most 500 characters').default(''),
});
export type FirstPrintStatement = z.infer<typeof firstPrintStatementSchema>;

/** A stored verdict on a first print. */
export const firstPrintCheckSchema = z.object({
  verdict: firstPrintVerdictSchema,
  printId: z.number().int(),
  /** Who said it; empty if the client did not say. */
  by: z.string(),
  /** When, ISO 8601. */
  at: z.string(),
  note: z.string(),
});
export type FirstPrintCheck = z.infer<typeof firstPrintCheckSchema>;
