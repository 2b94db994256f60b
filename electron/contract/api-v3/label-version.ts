import { z } from 'zod';
import { approvalStateSchema } from './approval-state.ts';
import { approvalRecordSchema } from './label-approval.ts';
import { nextPage, paging } from './paging.ts';

/**
 * Header with the percent-encoded name of the person who puts a label, decides about its approval, selects a job or resolves a print; stored with the version and the
 * print (extension).
 */
export const AUTHOR_HEADER = 'strobe-author';

/** One version of a label (extension). Every PUT makes a version; versions never change and remain when the label is deleted. */
export const labelVersionSchema = z.object({
  /** The number of the version. */
  revision: z.number().int(),
  /** Who put it; empty if the client did not say. */
  author: z.string(),
  /** When it was put, ISO 8601. */
  created: z.string(),
  /** Whether this is the label's current version. */
  isCurrent: z.boolean(),
  approval: approvalStateSchema.default('draft'),
  /** The decisions about its approval, oldest first. */
  decisions: z.array(approvalRecordSchema).default([]),
});
export type LabelVersion = z.infer<typeof labelVersionSchema>;

/** Newest first. `before` continues after the version with that revision. */
export const labelVersionsQuerySchema = z.object(paging);
export type LabelVersionsQuery = z.infer<typeof labelVersionsQuerySchema>;

/** One page of a label's versions. */
export const labelVersionsPageSchema = z.object({
  versions: z.array(labelVersionSchema),
  next: nextPage,
});
export type LabelVersionsPage = z.infer<typeof labelVersionsPageSchema>;
