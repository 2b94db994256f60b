import { z } from 'zod';
import { nextPage, paging } from './paging.ts';

/**
 * Header that says who puts a label, selects, or settles a print, percent-encoded; shown beside the version and the print (extension).
 */
export const AUTHOR_HEADER = 'strobe-author';

/** One version of a label (extension): every PUT makes one, and none is ever changed or removed, also when the label is deleted. */
export const labelVersionSchema = z.object({
  /** The label's revision that this is. */
  revision: z.number().int(),
  /** Who put it; empty when the client did not say. */
  author: z.string(),
  /** When it was put, ISO 8601. */
  created: z.string(),
  /** Whether the label is this version now. */
  isCurrent: z.boolean(),
});
export type LabelVersion = z.infer<typeof labelVersionSchema>;

/** Newest first. `before` continues behind the version with that revision. */
export const labelVersionsQuerySchema = z.object(paging);
export type LabelVersionsQuery = z.infer<typeof labelVersionsQuerySchema>;

export const labelVersionsPageSchema = z.object({
  versions: z.array(labelVersionSchema),
  next: nextPage,
});
export type LabelVersionsPage = z.infer<typeof labelVersionsPageSchema>;
