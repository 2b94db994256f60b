import { z } from 'zod';

/** How much the archive holds: `GET /plant/v1/archive`. The counts are estimates of the database, which cost no search. */
export const archiveSummarySchema = z.object({
  prints: z.number().int(),
  /** Bytes of all prints with their indexes. */
  bytes: z.number().int(),
  /** The months that it holds prints of, such as 2026-11: the month in which a print was reserved, in UTC. */
  months: z.array(z.object({ month: z.string(), prints: z.number().int(), bytes: z.number().int() })),
  /** After how many months prints are deleted; null if they are kept. */
  retentionMonths: z.number().int().nullable(),
});
export type ArchiveSummary = z.infer<typeof archiveSummarySchema>;

const MAX_MONTHS = 1_200;

/** The retention of the archive: `PUT /plant/v1/archive/retention`. */
export const archiveRetentionSchema = z.strictObject({
  /** After how many months prints are deleted, in whole months of UTC; null keeps them. */
  months: z.number().int().min(1, 'must be at least 1').max(MAX_MONTHS, `must be at most ${MAX_MONTHS}`).nullable(),
});
