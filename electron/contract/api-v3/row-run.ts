import { z } from 'zod';

const rows = z.number().int().min(0);

/** How far a run is whose rows are shared over the plant (extension). */
export const rowRunStateSchema = z.object({
  /** Name of the run. */
  name: z.string(),
  /** Rows that this controller has left to print. They print without the network. */
  left: rows,
  /** Rows that no line has yet. This and the next two are what the plant said last; absent until it has answered. */
  free: rows.optional(),
  /** Rows that other lines have, or that this one had before it was restored. */
  elsewhere: rows.optional(),
  /** Rows that are printed, on all lines. */
  printed: rows.optional(),
  /** Why no more rows came at the last attempt, as a sentence; absent after a success. */
  reason: z.string().optional(),
});
export type RowRunState = z.infer<typeof rowRunStateSchema>;
