import { z } from 'zod';
import { nextPage, paging } from './paging.ts';

/**
 * What is known of one print: reserved (its values are spent), sent (the engine has it), printed (the engine confirmed it),
 * void (certainly not printed; `reason` says why), unknown (nobody can say without looking).
 */
export const printStateSchema = z.enum(['reserved', 'sent', 'printed', 'void', 'unknown']);
export type PrintState = z.infer<typeof printStateSchema>;

/** One print of the ledger (extension). */
export const printSchema = z.object({
  /** Grows with every print of this controller; never reused. */
  id: z.number().int(),
  printer: z.string(),
  job: z.string(),
  label: z.string(),
  /** The version of the label that was printed; absent for a label that came with its job. */
  labelRevision: z.number().int().optional(),
  table: z.string().optional(),
  key: z.string().optional(),
  state: printStateSchema,
  /** Why a print is void or unknown. */
  reason: z.string().optional(),
  /** When the values were reserved, ISO 8601. */
  reserved: z.string(),
  /** When the state last changed, ISO 8601. */
  settled: z.string(),
  /** The counter values of this print. */
  counters: z.array(z.object({ name: z.string(), value: z.number() })),
  /** SHA-256 of the picture, hexadecimal; of a picture in colours it begins with `cmyk:`. */
  pictureHash: z.string(),
});
export type Print = z.infer<typeof printSchema>;

/** Newest first. `before` continues behind the print with that id. */
export const printsQuerySchema = z.object({ printer: z.string().optional(), ...paging });
export type PrintsQuery = z.infer<typeof printsQuerySchema>;

export const printsPageSchema = z.object({
  prints: z.array(printSchema),
  next: nextPage,
});
export type PrintsPage = z.infer<typeof printsPageSchema>;
