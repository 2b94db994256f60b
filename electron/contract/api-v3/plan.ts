import { z } from 'zod';
import { sequencePrintSchema } from './counter.ts';
import { findingSchema } from './simulation.ts';

const count = z.number().int();

/** One print of a planned job. */
export const plannedPrintSchema = z.object({
  /** The label's name; empty if the job contains the label itself. */
  label: z.string(),
  /** Row number in the table, from 0. */
  row: count.optional(),
  /** The texts and the contents of the barcodes, with JSON pointers into the label. */
  texts: z.array(z.object({ pointer: z.string(), text: z.string() })),
  /** Problems that do not stop the print. */
  warnings: z.array(findingSchema),
  /** The picture as PNG in Base64. */
  picture: z.string(),
});
export type PlannedPrint = z.infer<typeof plannedPrintSchema>;

/** How the job moves a counter if nothing else moves it. */
export const plannedCounterSchema = z.object({
  name: z.string(),
  first: sequencePrintSchema,
  /** Null for a job without a limit of copies. */
  last: sequencePrintSchema.nullable(),
  /** The first print after the counter wraps; null if it does not wrap in this job. */
  wrap: sequencePrintSchema.nullable(),
});
export type PlannedCounter = z.infer<typeof plannedCounterSchema>;

/** The effects that a selection would have (extension). */
export const planSchema = z.object({
  /** Token for the selection, which is refused if anything that the plan depends on has changed. */
  plan: z.string(),
  /** The job's position in the queue; 0 = current. */
  position: count,
  /** Number of rows to print; 1 without a table. */
  rows: count,
  /** Number of prints of the whole job; null without a limit. */
  prints: count.nullable(),
  /** Whether labels and values are taken at the time of the selection. */
  frozen: z.boolean(),
  counters: z.array(plannedCounterSchema),
  /** Variables that the selection would set. */
  variables: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })),
  /** Jobs that the selection would remove from the queue. */
  dropped: z.array(z.object({ id: z.string(), description: z.string(), label: z.string() })),
  first: plannedPrintSchema,
  /** Null for a job without a limit of copies. */
  last: plannedPrintSchema.nullable(),
});
export type Plan = z.infer<typeof planSchema>;
