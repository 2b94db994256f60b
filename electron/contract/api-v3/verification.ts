import { z } from 'zod';

/**
 * What a reader behind the printer found on a product: its code is the expected one (verified); what was read is no complete code (misread);
 * it is a complete code, but another one (mismatch); nothing could be read, or no result came (not-read).
 */
export const VERDICTS = ['verified', 'misread', 'mismatch', 'not-read'] as const;
/** One of the verdicts. */
export const verdictSchema = z.enum(VERDICTS, `must be one of ${VERDICTS.join(', ')}`);
export type VerificationVerdict = z.infer<typeof verdictSchema>;

/** Why a result belongs to no print. `early-or-late`: no print was near the reader; `doubled`: its print had a result already. */
export const UNMATCHED_REASONS = ['early-or-late', 'doubled', 'nothing-to-compare'] as const;
const unmatchedReasonSchema = z.enum(UNMATCHED_REASONS);
export type UnmatchedReason = z.infer<typeof unmatchedReasonSchema>;

/** What is known about the verification of a print (extension). */
export const printVerificationSchema = z.object({
  /** The reader; empty for a check with a hand scanner. */
  reader: z.string(),
  /** When the verdict was given, ISO 8601. */
  at: z.string(),
  /** What it should have read; absent for a verified print. */
  expected: z.string().optional(),
  /** What was read; absent if nothing was. */
  read: z.string().optional(),
  /** The grade of the code that the reader states, such as `A` or `3.7`. */
  grade: z.string().optional(),
});

/** Counts of verdicts. */
export const verdictCountsSchema = z.object({
  verified: z.number().int(),
  misread: z.number().int(),
  mismatch: z.number().int(),
  notRead: z.number().int(),
});
export type VerdictCounts = z.infer<typeof verdictCountsSchema>;

/** One result of a reader, or a print that got none (extension). */
export const readerResultSchema = z.object({
  /** Grows with every result; never reused. */
  id: z.number().int(),
  reader: z.string(),
  printer: z.string(),
  /** When it arrived, or when the print's time ran out, ISO 8601. */
  at: z.string(),
  /** The verdict on its print; `unmatched` for a result that belongs to no print. */
  verdict: z.enum([...VERDICTS, 'unmatched']),
  /** The id of its print; absent for an unmatched result. */
  print: z.number().int().optional(),
  /** Why it is unmatched. */
  reason: unmatchedReasonSchema.optional(),
  /** What was read; absent if nothing was. */
  read: z.string().optional(),
  grade: z.string().optional(),
});
export type ReaderResult = z.infer<typeof readerResultSchema>;
