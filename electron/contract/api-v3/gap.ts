import { z } from 'zod';
import { nextPage, paging } from './paging.ts';

/** A trigger that made no print (extension): a product passed and nothing was marked on it. No value was spent on it. */
export const gapSchema = z.object({
  /** Grows with every gap of this controller; never reused. */
  id: z.number().int(),
  /** When the trigger came, ISO 8601. */
  at: z.string(),
  /** Why nothing was printed. */
  reason: z.string(),
  /** The job that was current; absent when nothing was selected. */
  job: z.string().optional(),
});
export type Gap = z.infer<typeof gapSchema>;

/** Newest first. `before` continues behind the gap with that id. */
export const gapsQuerySchema = z.object(paging);
export type GapsQuery = z.infer<typeof gapsQuerySchema>;

export const gapsPageSchema = z.object({ gaps: z.array(gapSchema), next: nextPage });
export type GapsPage = z.infer<typeof gapsPageSchema>;
