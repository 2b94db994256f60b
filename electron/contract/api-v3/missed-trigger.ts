import { z } from 'zod';
import { nextPage, paging } from './paging.ts';

/** A trigger that made no print (extension): a product passed and nothing was printed on it. It used no counter value. */
export const missedTriggerSchema = z.object({
  /** Grows with every missed trigger of this controller; never reused. */
  id: z.number().int(),
  /** When the trigger arrived, ISO 8601. */
  at: z.string(),
  /** Why nothing was printed. */
  reason: z.string(),
  /** How many products passed; absent for one. */
  products: z.number().int().optional(),
  /** The current job; absent if none was selected. */
  job: z.string().optional(),
});
export type MissedTrigger = z.infer<typeof missedTriggerSchema>;

/** Newest first. `before` continues after the missed trigger with that id. */
export const missedTriggersQuerySchema = z.object(paging);
export type MissedTriggersQuery = z.infer<typeof missedTriggersQuerySchema>;

/** One page of missed triggers. */
export const missedTriggersPageSchema = z.object({
  missedTriggers: z.array(missedTriggerSchema),
  next: nextPage,
  /** Products of all stored missed triggers of the printer, on all pages. */
  total: z.number().int(),
});
export type MissedTriggersPage = z.infer<typeof missedTriggersPageSchema>;
