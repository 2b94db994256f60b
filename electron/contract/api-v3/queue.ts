import { z } from 'zod';
import { rowAllocationSchema } from './print-job.ts';

const count = z.number().int();

/** A job of a printer's queue (extension). */
export const queuedJobSchema = z.object({
  id: z.string(),
  /** 0 is the current job, 1 the next one, and so on; finished jobs count backwards from -1. */
  position: count,
  state: z.enum(['done', 'current', 'waiting']),
  description: z.string(),
  /** The label's name; empty if the job contains the label itself. */
  label: z.string(),
  labelColumn: z.string().optional(),
  table: z.string().optional(),
  keyColumn: z.string().optional(),
  key: z.string().optional(),
  /** The range of rows, from 0. */
  firstRow: count.optional(),
  rowCount: count.optional(),
  /** Limit of copies, per row if there are several; absent = unlimited. */
  copies: count.optional(),
  copiesColumn: z.string().optional(),
  /** Progress: finished rows, started copies of the current row, and copies still owed because their prints were not made. */
  progress: z.object({ rows: count, copies: count, owed: count }),
  /** `shared` for a job that shares its rows with others; absent otherwise. */
  rowAllocation: rowAllocationSchema.optional(),
  /** Total number of prints: started, confirmed, and certainly not made. */
  started: count,
  printed: count,
  voided: count,
  /** Whether the queue can return to it. */
  checkpoint: z.boolean(),
  /** Whether labels and values are those of the time of the selection. */
  frozen: z.boolean(),
  /** Whether it starts again after its last row. */
  repeatPrint: z.boolean(),
});
export type QueuedJob = z.infer<typeof queuedJobSchema>;

/** The jobs in their order: the finished ones since the oldest checkpoint (at most 200), the current one, and those that wait. */
export const queueSchema = z.object({ jobs: z.array(queuedJobSchema) });

/** The current and all waiting jobs, each exactly once, in the new order. */
export const queueOrderSchema = z.strictObject({
  order: z
    .array(z.string())
    .max(10_000)
    .superRefine((order, context) => {
      const seen = new Set<string>();
      for (const [index, id] of order.entries()) {
        if (seen.has(id)) context.addIssue({ code: 'custom', path: [index], message: 'is a duplicate' });
        seen.add(id);
      }
    }),
});

/** The job that becomes current. */
export const queueSeekSchema = z.strictObject({ id: z.string() });
