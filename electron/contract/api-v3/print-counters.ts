import { z } from 'zod';

/** Counts of a printer. They only grow, and survive every crash. */
export const printCountersSchema = z.object({
  /** Accepted triggers. */
  triggers: z.number().int(),
  /** Triggers refused because they came within the bounce time. */
  triggerBounces: z.number().int(),
  /** Prints that the engine confirmed. */
  printedLabels: z.number().int(),
});
export type PrintCounters = z.infer<typeof printCountersSchema>;
