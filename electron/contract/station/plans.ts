import { z } from 'zod';
import { planSchema } from '../api-v3/plan.ts';
import { printJobSchema, selectionSchema } from '../api-v3/print-job.ts';
import { problemSchema } from '../problem-schema.ts';
import { command, query } from './operation.ts';
import { once, onConnection } from './on-connection.ts';

/** The printers of one controller that are to print the same job. */
const onPrinters = onConnection.extend({ printers: z.array(z.string()).min(1).max(200), job: printJobSchema });

/** What the job would change on each printer, in the order asked for: a plan, or why it cannot be. */
const plannedSchema = z.object({
  /** Stands for all of it: give it to `apply`. Null as long as one printer refuses. */
  plan: z.string().nullable(),
  printers: z.array(z.object({ printer: z.string(), plan: planSchema.nullable(), problem: problemSchema.nullable() })),
});
export type Planned = z.infer<typeof plannedSchema>;

const appliedSchema = z.object({
  printers: z.array(z.object({ printer: z.string(), selection: selectionSchema.nullable(), problem: problemSchema.nullable() })),
});
export type Applied = z.infer<typeof appliedSchema>;

/** One job for one printer or several, seen before it is selected (extension). */
export const plansContract = {
  make: query(onPrinters, plannedSchema),
  /**
   * Selects the job where it was planned. Fails with `plan-stale` before anything is selected when it is not what was planned on any of
   * the printers; what one of several refuses afterwards stands in the answer.
   */
  apply: command(onPrinters.extend({ plan: z.string().max(100_000), ...once }), appliedSchema),
};
