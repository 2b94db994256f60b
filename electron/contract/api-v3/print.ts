import { z } from 'zod';
import { nextPage, paging } from './paging.ts';
import { textSchema } from './text.ts';

/**
 * What is known of one print: reserved (its values are spent), sent (the engine has it), printed (the engine confirmed it),
 * void (certainly not printed; `reason` says why), unknown (nobody can say without looking).
 */
const PRINT_STATES = ['reserved', 'sent', 'printed', 'void', 'unknown'] as const;
export const printStateSchema = z.enum(PRINT_STATES);
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
  /** Why a print is void or unknown, or what the person said who resolved it. */
  reason: z.string().optional(),
  /** When the values were reserved, ISO 8601. */
  reserved: z.string(),
  /** Who said what became of an unknown print: `engine` for the printer itself, else a person's name, empty when the client did not say. */
  resolvedBy: z.string().optional(),
  /** The print that this one repeats. */
  reprintOf: z.number().int().optional(),
  /** When the state last changed, ISO 8601. */
  settled: z.string(),
  /** The counter values of this print. */
  counters: z.array(z.object({ name: z.string(), value: z.number() })),
  /** SHA-256 of the picture, hexadecimal; of a picture in colours it begins with `cmyk:`. */
  pictureHash: z.string(),
});
export type Print = z.infer<typeof printSchema>;

const moment = z.iso
  .datetime({ offset: true, error: 'must be a moment such as 2026-11-21T06:00:00Z' })
  .transform((text) => Date.parse(text));

/**
 * What is searched for: every condition that is given holds. Newest first; `before` continues behind the print with that id.
 * `from` (included) and `to` (excluded) are moments of the reservation.
 */
export const printsQuerySchema = z.object({
  printer: z.string().optional(),
  /** Any part of a text or of a code's content, in small or capital letters. */
  content: textSchema
    .refine((text) => [...text].length >= 3, 'must have at least 3 characters')
    .refine((text) => text.length <= 200, 'must have at most 200 characters')
    .refine((text) => !text.includes('\0'), 'must not hold the character NUL')
    .optional(),
  /** The whole text of one of its counters, as it was printed. */
  serial: textSchema.min(1, 'must not be empty').optional(),
  from: moment.optional(),
  to: moment.optional(),
  state: z.enum(PRINT_STATES, `must be one of ${PRINT_STATES.join(', ')}`).optional(),
  /** The job's id. */
  job: z.string().optional(),
  /** The label's name; empty for labels that came with their jobs. */
  label: z.string().optional(),
  ...paging,
});
export type PrintsQuery = z.infer<typeof printsQuerySchema>;

/** A page may hold less than was asked for, even nothing, where much had to be looked through: `next` says whether there is more. */
export const printsPageSchema = z.object({
  prints: z.array(printSchema),
  next: nextPage,
});
export type PrintsPage = z.infer<typeof printsPageSchema>;

/** One step of a print; who said so, and why, where it was not the course of things. */
export const printMoveSchema = z.object({
  state: printStateSchema,
  at: z.string(),
  by: z.string().optional(),
  reason: z.string().optional(),
});
export type PrintMove = z.infer<typeof printMoveSchema>;

/** Everything that is known of one print (extension). */
export const printDetailSchema = printSchema.extend({
  /** Row of the table, from 0. */
  row: z.number().int().optional(),
  /** Who selected it, or had it repeated; absent when nobody said. */
  operator: z.string().optional(),
  /** The texts and the contents of the codes as they were printed, by JSON pointer into the label. */
  texts: z.array(z.object({ pointer: z.string(), text: z.string() })),
  /** The texts of its counters. */
  serials: z.array(z.string()),
  /** What dates were made of: the moment in ISO 8601, and the zone. */
  moment: z.object({ at: z.string(), timeZone: z.string() }),
  variables: z.record(z.string(), z.string()),
  /** The cells of its row by column. */
  cells: z.record(z.string(), z.string()).optional(),
  /** Dots per inch of its picture. */
  hdpi: z.number(),
  vdpi: z.number(),
  /** What it went through, oldest first. */
  moves: z.array(printMoveSchema),
  /** Why it repeats another print. */
  reprintReason: z.string().optional(),
  /** The prints that repeat this one. */
  reprints: z.array(z.number().int()),
});
export type PrintDetail = z.infer<typeof printDetailSchema>;

/** Why a person settles something, in their own words. */
export const statedReasonSchema = textSchema
  .refine((text) => text.trim() !== '', 'must not be empty')
  .refine((text) => [...text].length <= 500, 'must have at most 500 characters');

/** What a person says became of an unknown print. */
export const resolutionSchema = z.strictObject({
  outcome: z.enum(['printed', 'void'], 'must be printed or void'),
  reason: statedReasonSchema,
});

/** Why a print is repeated. */
export const reprintSchema = z.strictObject({ reason: statedReasonSchema });
