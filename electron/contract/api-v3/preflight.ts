import { z } from 'zod';
import { nameSchema } from './name.ts';
import { findingKindSchema } from './simulation.ts';
import { textSchema } from './text.ts';
import { wholeNumberIn } from './whole-number.ts';

/** The most moments at which each row is looked at. */
const MOST_MOMENTS = 366;
/** The most days of which the shifts are looked at. */
const MOST_DAYS = 92;

const wholeNumber = z.number('must be a number').int('must be a whole number');

/** What is looked at before a shift begins (extension): the prints of every row of a table, at every moment that matters. Nothing is printed. */
export const preflightRequestSchema = z
  .strictObject({
    labelName: nameSchema.optional(),
    /** Column whose cell names the label of each row; an empty cell falls back to `labelName`. */
    labelColumn: z.string().optional(),
    /** Column by which rows are selected: a cell that is empty, or stands twice, is told. */
    keyColumn: z.string().optional(),
    /** Column whose cell is the row's number of copies. */
    copiesColumn: z.string().optional(),
    /** Whose resolution, height and colours count; the first printer when left out. */
    printer: nameSchema.optional(),
    /** First row, from 0. */
    firstRow: wholeNumber.min(0, 'must be at least 0').optional(),
    rowCount: wholeNumber.min(1, 'must be at least 1').optional(),
    /** Values for variables in place of those that they have now. */
    variables: z.record(nameSchema, textSchema).optional(),
    /** ISO 8601. When left out: now, each midnight, and each beginning of a shift of the next `days` days. */
    moments: z
      .array(z.iso.datetime({ offset: true, error: 'must be a moment as ISO 8601 writes it' }))
      .min(1, 'must name a moment')
      .max(MOST_MOMENTS, `must name at most ${MOST_MOMENTS} moments`)
      .optional(),
    days: wholeNumber.min(1, 'must be at least 1').max(MOST_DAYS, `must be at most ${MOST_DAYS}`).optional(),
  })
  .superRefine(({ labelName, labelColumn, moments, days }, context) => {
    const refuse = (key: string, message: string): void => context.addIssue({ code: 'custom', path: [key], message });
    if (labelName === undefined && labelColumn === undefined) refuse('labelName', 'a pre-flight needs labelName or labelColumn');
    if (moments !== undefined && days !== undefined) refuse('days', 'cannot stand together with moments');
  });
export type PreflightRequest = z.infer<typeof preflightRequestSchema>;

/** As of a label's review; and what is wrong with a row whatever its label: its key, its number of copies, or the label that it names. */
export const preflightKindSchema = z.enum([...findingKindSchema.options, 'key', 'copies', 'label']);
export type PreflightKind = z.infer<typeof preflightKindSchema>;

/** Something that would go wrong with the print of a row. */
export const preflightFindingSchema = z.object({
  /** From 0. */
  row: z.number().int(),
  /** The row's cell in `keyColumn`; absent without one. */
  key: z.string().optional(),
  /** Absent where it has nothing to do with a label. */
  labelName: z.string().optional(),
  /** JSON pointer into the label. */
  pointer: z.string(),
  /** The object's type and name. */
  object: z.string(),
  kind: preflightKindSchema,
  /** Whether it stops the print; else it prints, but not as it should. */
  stops: z.boolean(),
  detail: z.string(),
  /** The first of the moments at which it shows, ISO 8601. */
  moment: z.string(),
  /** The cells that the object shows. */
  cells: z.array(z.object({ column: z.string(), value: z.string() })),
});
export type PreflightFinding = z.infer<typeof preflightFindingSchema>;

export const preflightStateSchema = z.enum(['waiting', 'running', 'done', 'cancelled', 'failed']);

/** A pre-flight and how far it is. */
export const preflightSchema = z.object({
  id: z.string(),
  tableName: z.string(),
  request: preflightRequestSchema,
  state: preflightStateSchema,
  /** Why it failed; null when it did not. */
  reason: z.string().nullable(),
  /** ISO 8601. */
  started: z.string(),
  ended: z.string().nullable(),
  /** Rows that are to be looked at, and that were. */
  rows: z.number().int(),
  rowsDone: z.number().int(),
  /** Prints that were drawn. */
  prints: z.number().int(),
  moments: z.array(z.string()),
  /** The printer whose resolution, height and colours counted. */
  printer: z.string(),
  /** Until when a selection may rest upon it, ISO 8601. */
  provesUntil: z.string(),
  /** How many findings there are of each kind, and on how many rows. */
  counts: z.array(z.object({ kind: preflightKindSchema, stops: z.boolean(), findings: z.number().int(), rows: z.number().int() })),
  /** Findings that are kept; there may be more than that. */
  kept: z.number().int(),
  /** Whether the table and every label of it are still what they were. */
  isCurrent: z.boolean(),
});
export type Preflight = z.infer<typeof preflightSchema>;

export const preflightsQuerySchema = z.object({ tableName: nameSchema.optional() });

export const preflightFindingsQuerySchema = z.object({
  kind: preflightKindSchema.optional(),
  offset: wholeNumberIn({ least: 0 }).prefault(0),
  limit: wholeNumberIn({ least: 1, most: 1_000 }).prefault(100),
});
export type PreflightFindingsQuery = z.infer<typeof preflightFindingsQuerySchema>;

export const preflightFindingsSchema = z.object({ total: z.number().int(), findings: z.array(preflightFindingSchema) });
