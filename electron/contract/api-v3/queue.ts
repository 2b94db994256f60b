import { z } from 'zod';

const count = z.number().int();

/** A job of a printer's queue (extension). */
export const queuedJobSchema = z.object({
  id: z.string(),
  /** 0 is the current job, 1 the next one, and so on; those that are over count backwards from -1. */
  position: count,
  state: z.enum(['done', 'current', 'waiting']),
  description: z.string(),
  /** The label's name; empty when the label came with the job. */
  label: z.string(),
  labelColumn: z.string().optional(),
  table: z.string().optional(),
  keyColumn: z.string().optional(),
  key: z.string().optional(),
  /** The range of rows, from 0. */
  firstRow: count.optional(),
  rowCount: count.optional(),
  /** Limit of copies, of each row where there are several; absent = unlimited. */
  copies: count.optional(),
  copiesColumn: z.string().optional(),
  /** How far it is: rows that are over, copies begun of the present row, and copies that are owed because their prints were not made. */
  progress: z.object({ rows: count, copies: count, owed: count }),
  /** Prints of its whole life: begun, confirmed, and certainly not made. */
  started: count,
  printed: count,
  voided: count,
  /** One can return to it. */
  checkpoint: z.boolean(),
  /** Its labels and values are those of its selection. */
  frozen: z.boolean(),
  /** It begins again after its last row. */
  repeatPrint: z.boolean(),
});
export type QueuedJob = z.infer<typeof queuedJobSchema>;

/** The jobs that are done since the oldest one to which one can return, the last 200 of them, the current one, and those that wait, in their order. */
export const queueSchema = z.object({ jobs: z.array(queuedJobSchema) });

/** Every job that is current or waits, once, in the order that is wanted. */
export const queueOrderSchema = z.strictObject({
  order: z
    .array(z.string())
    .max(10_000)
    .superRefine((order, context) => {
      const seen = new Set<string>();
      for (const [index, id] of order.entries()) {
        if (seen.has(id)) context.addIssue({ code: 'custom', path: [index], message: 'stands there twice' });
        seen.add(id);
      }
    }),
});

/** The job to which the queue goes. */
export const queueSeekSchema = z.strictObject({ id: z.string() });
