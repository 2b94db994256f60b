import { z } from 'zod';
import { planSchema } from '../api-v3/plan.ts';
import { printJobSchema, selectionSchema } from '../api-v3/print-job.ts';
import { problemSchema } from '../problem-schema.ts';
import { command, query } from './operation.ts';
import { idempotencyInput, connectionInput } from './operation-input.ts';

/** One job for several printers of a controller. */
const printersInput = connectionInput.extend({ printers: z.array(z.string()).min(1).max(200), job: printJobSchema });

/** The plan of each printer, or the problem, in the order of the input. */
const plannedSchema = z.object({
  /** Token for `apply`. Null when a printer refuses the job. */
  plan: z.string().nullable(),
  printers: z.array(z.object({ printer: z.string(), plan: planSchema.nullable(), problem: problemSchema.nullable() })),
});
export type Planned = z.infer<typeof plannedSchema>;

const appliedSchema = z.object({
  printers: z.array(z.object({ printer: z.string(), selection: selectionSchema.nullable(), problem: problemSchema.nullable() })),
});
export type Applied = z.infer<typeof appliedSchema>;

/** Extension: what a job would change on its printers, before it is selected. */
export const plansContract = {
  make: query(printersInput, plannedSchema),
  /**
   * Selects the planned job. Fails with `plan-stale`, without selecting anything, when the plan of any printer is out of date. With several printers,
   * later refusals are part of the answer.
   */
  apply: command('print', printersInput.extend({ plan: z.string().max(100_000), ...idempotencyInput }), appliedSchema),
};
