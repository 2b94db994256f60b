import { z } from 'zod';
import { nameSchema } from './name.ts';
import { findingKindSchema } from './simulation.ts';
import { textSchema } from './text.ts';
import { wholeNumberIn } from './whole-number.ts';

/** Maximum number of moments at which each row is checked. */
const MAX_MOMENTS = 366;
/** Maximum number of days whose shifts are checked. */
const MAX_DAYS = 92;

const wholeNumber = z.number('must be a number').int('must be a whole number');

/** Request of a pre-flight (extension): checks the prints of every row of a table at every relevant moment. Nothing is printed. */
export const preflightRequestSchema = z
  .strictObject({
    labelName: nameSchema.optional(),
    /** Column with the label name of each row; an empty cell means `labelName`. */
    labelColumn: z.string().optional(),
    /** Column with the keys by which rows are selected; empty and duplicate keys are reported. */
    keyColumn: z.string().optional(),
    /** Column with the number of copies of each row. */
    copiesColumn: z.string().optional(),
    /** The printer whose resolution, print height and colours apply; by default the first printer. */
    printer: nameSchema.optional(),
    /** First row, from 0. */
    firstRow: wholeNumber.min(0, 'must be at least 0').optional(),
    rowCount: wholeNumber.min(1, 'must be at least 1').optional(),
    /** Values that replace those of variables. */
    variables: z.record(nameSchema, textSchema).optional(),
    /** ISO 8601. By default now, every midnight, and every shift change of the next `days` days. */
    moments: z
      .array(z.iso.datetime({ offset: true, error: 'must be a date and time in ISO 8601' }))
      .min(1, 'must contain at least one moment')
      .max(MAX_MOMENTS, `must contain at most ${MAX_MOMENTS} moments`)
      .optional(),
    days: wholeNumber.min(1, 'must be at least 1').max(MAX_DAYS, `must be at most ${MAX_DAYS}`).optional(),
  })
  .superRefine(({ labelName, labelColumn, moments, days }, context) => {
    const refuse = (key: string, message: string): void => context.addIssue({ code: 'custom', path: [key], message });
    if (labelName === undefined && labelColumn === undefined) refuse('labelName', 'a pre-flight needs labelName or labelColumn');
    if (moments !== undefined && days !== undefined) refuse('days', 'cannot be combined with moments');
  });
export type PreflightRequest = z.infer<typeof preflightRequestSchema>;

/** The kinds of a label's review, and the problems of a row itself: its key, its number of copies, or the label that it names. */
export const preflightKindSchema = z.enum([...findingKindSchema.options, 'key', 'copies', 'label']);
export type PreflightKind = z.infer<typeof preflightKindSchema>;

/** A problem with the print of a row. */
export const preflightFindingSchema = z.object({
  /** From 0. */
  row: z.number().int(),
  /** The row's cell in `keyColumn`; absent without one. */
  key: z.string().optional(),
  /** Absent if the problem is not one of a label. */
  labelName: z.string().optional(),
  /** JSON pointer into the label. */
  pointer: z.string(),
  /** Type and name of the object. */
  object: z.string(),
  kind: preflightKindSchema,
  /** Whether the problem stops the print. Otherwise the row prints with a fault. */
  stops: z.boolean(),
  detail: z.string(),
  /** The first moment at which the problem occurs, ISO 8601. */
  moment: z.string(),
  /** The cells that the object shows. */
  cells: z.array(z.object({ column: z.string(), value: z.string() })),
});
export type PreflightFinding = z.infer<typeof preflightFindingSchema>;

/** State of a pre-flight. */
export const preflightStateSchema = z.enum(['waiting', 'running', 'done', 'cancelled', 'failed']);

/** A pre-flight and its progress. */
export const preflightSchema = z.object({
  id: z.string(),
  tableName: z.string(),
  request: preflightRequestSchema,
  state: preflightStateSchema,
  /** Why it failed; null if it did not fail. */
  reason: z.string().nullable(),
  /** ISO 8601. */
  started: z.string(),
  ended: z.string().nullable(),
  /** Rows to check, and rows checked. */
  rows: z.number().int(),
  rowsDone: z.number().int(),
  /** Prints rendered so far. */
  prints: z.number().int(),
  moments: z.array(z.string()),
  /** The printer whose resolution, print height and colours apply. */
  printer: z.string(),
  /** Selections may refer to this pre-flight until then, ISO 8601. */
  provesUntil: z.string(),
  /** Number of findings of each kind, and of the rows that they concern. */
  counts: z.array(z.object({ kind: preflightKindSchema, stops: z.boolean(), findings: z.number().int(), rows: z.number().int() })),
  /** Number of stored findings; there may be more findings than are stored. */
  kept: z.number().int(),
  /** Whether the table and all its labels are unchanged since. */
  isCurrent: z.boolean(),
});
export type Preflight = z.infer<typeof preflightSchema>;

/** Query of the list of pre-flights. */
export const preflightsQuerySchema = z.object({ tableName: nameSchema.optional() });

/** Query of the findings of a pre-flight. */
export const preflightFindingsQuerySchema = z.object({
  kind: preflightKindSchema.optional(),
  offset: wholeNumberIn({ least: 0 }).prefault(0),
  limit: wholeNumberIn({ least: 1, most: 1_000 }).prefault(100),
});
export type PreflightFindingsQuery = z.infer<typeof preflightFindingsQuerySchema>;

/** One page of findings; `total` counts all that match. */
export const preflightFindingsSchema = z.object({ total: z.number().int(), findings: z.array(preflightFindingSchema) });
