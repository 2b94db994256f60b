import { z } from 'zod';
import { EXTENSION } from './extension.ts';
import { verdictCountsSchema } from './verification.ts';

/** Counts of a printer. They only increase, and are durable. */
export const printCountersSchema = z.object({
  /** Accepted triggers. */
  triggers: z.number().int(),
  /** Triggers refused because they arrived within the bounce time. */
  triggerBounces: z.number().int(),
  /** Prints that the engine has confirmed. */
  printedLabels: z.number().int(),
  /** Extension: prints that were handed over to a device that cannot confirm them. */
  handedOverLabels: z.number().int().optional().meta(EXTENSION),
  /** Extension: verdicts of readers on the prints; absent before the first one. */
  verification: verdictCountsSchema.optional().meta(EXTENSION),
});
export type PrintCounters = z.infer<typeof printCountersSchema>;
