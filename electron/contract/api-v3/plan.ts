import { z } from 'zod';
import { sequencePrintSchema } from './counter.ts';
import { findingSchema } from './simulation.ts';

const count = z.number().int();

/** One print of a planned job. */
export const plannedPrintSchema = z.object({
  /** The label's name; empty when the label came with the job. */
  label: z.string(),
  /** Row number in the table, from 0. */
  row: count.optional(),
  /** The texts and the contents of the codes, with JSON pointers into the label. */
  texts: z.array(z.object({ pointer: z.string(), text: z.string() })),
  /** What prints, but not as it should. */
  warnings: z.array(findingSchema),
  /** The picture as a PNG, in Base64. */
  picture: z.string(),
});
export type PlannedPrint = z.infer<typeof plannedPrintSchema>;

/** What the job does to a counter when nothing else moves it. */
export const plannedCounterSchema = z.object({
  name: z.string(),
  first: sequencePrintSchema,
  /** Null in a job without end. */
  last: sequencePrintSchema.nullable(),
  /** The first print after the counter wrapped; null when it does not within this job. */
  wrap: sequencePrintSchema.nullable(),
});
export type PlannedCounter = z.infer<typeof plannedCounterSchema>;

/** What a selection would change (extension). */
export const planSchema = z.object({
  /** Give this to the selection: it is refused when anything that the plan depends on has changed. */
  plan: z.string(),
  /** Where the job would stand: 0 = it would be current. */
  position: count,
  /** Rows that are printed; 1 without a table. */
  rows: count,
  /** Prints of the whole job; null without a limit. */
  prints: count.nullable(),
  /** Its labels and values would be those of the selection. */
  frozen: z.boolean(),
  counters: z.array(plannedCounterSchema),
  /** Variables that would be set. */
  variables: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })),
  /** Jobs that would leave the queue. */
  dropped: z.array(z.object({ id: z.string(), description: z.string(), label: z.string() })),
  first: plannedPrintSchema,
  /** Null in a job without end. */
  last: plannedPrintSchema.nullable(),
});
export type Plan = z.infer<typeof planSchema>;
