import { z } from 'zod';
import { deviceMessageSchema } from './device-message.ts';
import { proofSchema } from './engine.ts';
import { firstPrintCheckSchema } from './first-print-check.ts';
import { nextPage, paging } from './paging.ts';
import { textSchema } from './text.ts';
import { printVerificationSchema, VERDICTS, verdictSchema } from './verification.ts';
import { wholeNumberIn } from './whole-number.ts';

/**
 * State of a print: reserved (its counter values are used), sent (the engine has it), printed (the engine confirmed it), handed-over (the
 * device has it and cannot confirm prints), void (certainly not printed; `reason` says why), unknown (only a look at the product can tell).
 */
const PRINT_STATES = ['reserved', 'sent', 'printed', 'handed-over', 'void', 'unknown'] as const;
/** The state of a print. */
export const printStateSchema = z.enum(PRINT_STATES);
export type PrintState = z.infer<typeof printStateSchema>;

/** One print of the ledger (extension). */
export const printSchema = z.object({
  /** Grows with every print of this controller; never reused. */
  id: z.number().int(),
  printer: z.string(),
  job: z.string(),
  label: z.string(),
  /** The version of the label that was printed; absent if the job contained the label. */
  labelRevision: z.number().int().optional(),
  table: z.string().optional(),
  key: z.string().optional(),
  state: printStateSchema,
  /** How its printer proved prints when it was made. */
  proof: proofSchema,
  /** Who selected the job or requested the reprint; absent if the client did not say. */
  operator: z.string().optional(),
  /** Why the print is void or unknown, or the reason given by the person who resolved it. */
  reason: z.string().optional(),
  /** When the counter values were reserved, ISO 8601. */
  reserved: z.string(),
  /** Who resolved an unknown print: `engine` for the printer itself, otherwise a person's name, empty if the client did not say. */
  resolvedBy: z.string().optional(),
  /** The id of the print that this one repeats. */
  reprintOf: z.number().int().optional(),
  /** The id of the print that this one replaces. */
  supersedes: z.number().int().optional(),
  /** The id of the print that replaces this one: the newest that is not void. */
  supersededBy: z.number().int().optional(),
  /** When the state last changed, ISO 8601. */
  settled: z.string(),
  /** The counter values of this print. */
  counters: z.array(z.object({ name: z.string(), value: z.number() })),
  /** `test`: a test print. It used no counter and no row, and is not in `printedLabels`. Absent for the print of a job. */
  purpose: z.literal('test').optional(),
  /** SHA-256 of the picture in hexadecimal; prefixed with `cmyk:` for a picture in colour. */
  pictureHash: z.string(),
  /** What a reader found on the product; absent while there is no verdict. */
  verification: verdictSchema.optional(),
});
export type Print = z.infer<typeof printSchema>;

const moment = z.iso
  .datetime({ offset: true, error: 'must be a date and time such as 2026-11-21T06:00:00Z' })
  .transform((text) => Date.parse(text));

/** Any part of a text or of a barcode's content; case-insensitive. */
export const contentConditionSchema = textSchema
  .refine((text) => [...text].length >= 3, 'must have at least 3 characters')
  .refine((text) => text.length <= 200, 'must have at most 200 characters')
  .refine((text) => !text.includes('\0'), 'must not hold the character NUL');

/** What a print shows: the value of a variable, or the cell of a table column. */
export interface ValueConditions {
  variable?: string | undefined;
  column?: string | undefined;
  value?: string | undefined;
}

/** The contradictions between the conditions about a value: which is wrong, and why. */
export function valueContradictions({ variable, column, value }: ValueConditions): [keyof ValueConditions, string][] {
  if (variable !== undefined && column !== undefined) return [['column', 'cannot be combined with variable']];
  const isNamed = variable !== undefined || column !== undefined;
  if (isNamed && value === undefined) return [['value', 'variable and column need a value']];
  return !isNamed && value !== undefined ? [['value', 'needs a variable or a column']] : [];
}

const conditions = {
  printer: z.string().optional(),
  content: contentConditionSchema.optional(),
  /** The complete text of one of its counters as printed; a number finds it with any leading zeros. */
  serial: textSchema.min(1, 'must not be empty').optional(),
  from: moment.optional(),
  to: moment.optional(),
  state: z.enum(PRINT_STATES, `must be one of ${PRINT_STATES.join(', ')}`).optional(),
  /** The verdict of a reader. */
  verification: z.enum(VERDICTS, `must be one of ${VERDICTS.join(', ')}`).optional(),
  /** The job's id. */
  job: z.string().optional(),
  /** The label's name; empty for labels that came with their jobs. */
  label: z.string().optional(),
  /** The version of the label. */
  labelRevision: wholeNumberIn({ least: 1 }).optional(),
  /** A variable that had `value`. */
  variable: z.string().optional(),
  /** A column of its table row whose cell was `value`. */
  column: z.string().optional(),
  /** The complete value of `variable` or `column`. */
  value: textSchema.optional(),
  /** The key of its table row. */
  key: z.string().optional(),
  /** Any part of the name of who selected its job or requested the reprint; A to Z match a to z. */
  operator: textSchema.min(1, 'must not be empty').optional(),
};

function refuseContradictions(query: ValueConditions, context: z.RefinementCtx): void {
  for (const [key, message] of valueContradictions(query)) context.addIssue({ code: 'custom', path: [key], message });
}

/**
 * Search conditions, combined with AND. Newest first; `before` continues after the print with that id. `from` (inclusive) and `to`
 * (exclusive) refer to the time of the reservation.
 */
export const printsQuerySchema = z.object({ ...conditions, ...paging }).superRefine(refuseContradictions);
export type PrintsQuery = z.infer<typeof printsQuerySchema>;

/**
 * A page may contain fewer prints than requested, even none, because each request searches a limited number; `next` is null on the last
 * page.
 */
export const printsPageSchema = z.object({
  prints: z.array(printSchema),
  next: nextPage,
});
export type PrintsPage = z.infer<typeof printsPageSchema>;

/** The same conditions for the numbers of matching prints; `before` continues where the last answer ended. */
export const printCountsQuerySchema = z.object({ ...conditions, before: paging.before }).superRefine(refuseContradictions);
export type PrintCountsQuery = z.infer<typeof printCountsQuerySchema>;

/** The numbers of matching prints (extension). Each request counts a limited number of them; `next` is null when all are counted. */
export const printCountsSchema = z.object({
  counts: z.array(z.object({ printer: z.string(), state: printStateSchema, prints: z.number().int() })),
  next: nextPage,
});
export type PrintCounts = z.infer<typeof printCountsSchema>;

/** The most prints in one export; one with pictures draws each of them again. */
export const MAX_EXPORTED = { csv: 20_000, zip: 5_000 } as const;
/** Response header of an export that has the newest prints only: the value of `before` for the next export. */
export const EXPORT_NEXT_HEADER = 'strobe-next';

/** Which prints to export, newest first, and whether with their pictures. */
export const printExportQuerySchema = z
  .object({
    ...conditions,
    before: paging.before,
    /** csv: one file; zip: the same file and a picture for each print. */
    format: z.enum(['csv', 'zip'], 'must be csv or zip').default('csv'),
  })
  .superRefine(refuseContradictions);

/** One change of a print's state, and by whom and why if a person or a fault caused it. */
export const printMoveSchema = z.object({
  state: printStateSchema,
  at: z.string(),
  by: z.string().optional(),
  reason: z.string().optional(),
});
export type PrintMove = z.infer<typeof printMoveSchema>;

/** All data of one print (extension). */
export const printDetailSchema = printSchema.extend({
  /** Row of the table, from 0. */
  row: z.number().int().optional(),
  /** The printed texts and barcode contents, by JSON pointer into the label. */
  texts: z.array(z.object({ pointer: z.string(), text: z.string() })),
  /** The content of its first barcode, GS1 identifiers in parentheses; absent if it has none. */
  code: z.string().optional(),
  /** The printed texts of its counters. */
  serials: z.array(z.string()),
  /** The time (ISO 8601) and time zone that its dates were computed from. */
  moment: z.object({ at: z.string(), timeZone: z.string() }),
  variables: z.record(z.string(), z.string()),
  /** The cells of its row, by column. */
  cells: z.record(z.string(), z.string()).optional(),
  /** Dots per inch of its picture. */
  hdpi: z.number(),
  vdpi: z.number(),
  /** What a printer that draws on board got: the picture then is a preview only. */
  deviceMessage: deviceMessageSchema.optional(),
  /** What is known about its verification; absent while there is no verdict. */
  verificationResult: printVerificationSchema.optional(),
  /** Its changes of state, oldest first. */
  moves: z.array(printMoveSchema),
  /** Why it repeats another print. */
  reprintReason: z.string().optional(),
  /** Why it replaces another print. */
  reworkReason: z.string().optional(),
  /** What persons said about it as the first print of its job, oldest first: the last one holds. Absent if nothing was said. */
  firstPrintChecks: z.array(firstPrintCheckSchema).optional(),
  /** The ids of the prints that repeat this one. */
  reprints: z.array(z.number().int()),
});
export type PrintDetail = z.infer<typeof printDetailSchema>;

/** A reason entered by a person. */
export const statedReasonSchema = textSchema
  .refine((text) => text.trim() !== '', 'must not be empty')
  .refine((text) => [...text].length <= 500, 'must have at most 500 characters');

/** The result that a person determined for an unknown print. */
export const resolutionSchema = z.strictObject({
  outcome: z.enum(['printed', 'void'], 'must be printed or void'),
  reason: statedReasonSchema,
});

/** Why a print is repeated. */
export const reprintSchema = z.strictObject({ reason: statedReasonSchema });
