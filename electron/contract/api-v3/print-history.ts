import { z } from 'zod';
import { EXTENSION } from './extension.ts';

/** Bucket sizes of the print history. */
export const RESOLUTIONS = ['MINUTES', 'HOURS', 'DAYS', 'WEEKS'] as const;
/** One of the bucket sizes. */
export const resolutionSchema = z.enum(RESOLUTIONS, `must be one of ${RESOLUTIONS.join(', ')}`);
export type Resolution = z.infer<typeof resolutionSchema>;

const seconds = z
  .string()
  .refine((text) => text.trim() !== '' && Number.isFinite(Number(text)), 'must be a number of seconds since 1970')
  .transform(Number)
  .refine((value) => Math.abs(value) <= 8.64e12, 'must be a valid time');

/** Query of the print history; `start` and `end` in seconds since the Unix epoch. */
export const printHistoryQuerySchema = z
  .object({ resolution: resolutionSchema.default('DAYS'), start: seconds.optional(), end: seconds.optional() })
  .refine((query) => query.start === undefined || query.end === undefined || query.start <= query.end, {
    path: ['start'],
    message: 'must not be after end',
  });
export type PrintHistoryQuery = z.infer<typeof printHistoryQuerySchema>;

/** Number of labels printed over time: `count[i]` labels in the bucket that begins at `time[i]` (seconds since the Unix epoch). */
export const printHistorySchema = z.object({
  time: z.array(z.number()),
  count: z.array(z.number()),
  /** Extension: prints that a reader found misread, mismatch or not-read, by the time of the verdict. Absent if it never gave one. */
  notVerified: z.array(z.number()).optional().meta(EXTENSION),
});
export type PrintHistory = z.infer<typeof printHistorySchema>;
