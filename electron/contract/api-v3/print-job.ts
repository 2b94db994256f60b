import { z } from 'zod';
import { EXTENSION } from './extension.ts';
import { labelSchema } from './label.ts';

interface SelectionKeys {
  labelName?: string | undefined;
  labelData?: unknown;
  labelColumn?: string | undefined;
  copiesColumn?: string | undefined;
  printedColumn?: string | undefined;
  tableName?: string | undefined;
  keyColumn?: string | undefined;
  key?: string | undefined;
  firstRow?: number | undefined;
  rowCount?: number | undefined;
  autoPrintGap?: number | undefined;
  autoPrintInterval?: number | undefined;
}

/** The rules between the attributes of a job: which key is wrong, and why. */
function contradictions(job: SelectionKeys): [string, string][] {
  return [...rowContradictions(job), ...labelContradictions(job), ...autoPrintContradictions(job)];
}

const KEY_KEYS = ['keyColumn', 'key'] as const;
const RANGE_KEYS = ['firstRow', 'rowCount'] as const;
/** What reads a cell of the row. */
const COLUMN_KEYS = ['labelColumn', 'copiesColumn', 'printedColumn'] as const;
const LABEL_KEYS = ['labelName', 'labelData', 'labelColumn'] as const;

function rowContradictions(job: SelectionKeys): [string, string][] {
  const found: [string, string][] = [];
  const usesKey = KEY_KEYS.some((key) => job[key] !== undefined);
  if (usesKey) {
    const missing = (['tableName', ...KEY_KEYS] as const).filter((key) => job[key] === undefined);
    found.push(
      ...missing.map((key): [string, string] => [key, 'tableName, keyColumn and key must all be set, or none of keyColumn and key']),
    );
  }
  for (const key of RANGE_KEYS) {
    if (job[key] === undefined) continue;
    if (usesKey) found.push([key, 'cannot stand together with keyColumn and key: they name a single row']);
    else if (job.tableName === undefined) found.push([key, 'needs a tableName']);
  }
  return found;
}

function labelContradictions(job: SelectionKeys): [string, string][] {
  const found: [string, string][] = [];
  const other = (['keyColumn', 'labelColumn', 'copiesColumn'] as const).find((key) => job[key] === job.printedColumn);
  if (job.printedColumn !== undefined && other) found.push(['printedColumn', `cannot be the ${other}: its cells change with every print`]);
  for (const key of COLUMN_KEYS) {
    if (job[key] !== undefined && job.tableName === undefined) found.push([key, 'needs a tableName']);
  }
  if (job.labelData !== undefined && (job.labelName !== undefined || job.labelColumn !== undefined)) {
    found.push(['labelData', 'cannot stand together with labelName or labelColumn']);
  }
  if (LABEL_KEYS.every((key) => job[key] === undefined) && asksForMore(job)) {
    found.push(['labelName', 'a selection needs labelName, labelColumn or labelData']);
  }
  return found;
}

/** Whether a body without a label says more than that nothing is to be selected. */
function asksForMore(job: object): boolean {
  return Object.entries(job).some(([key, value]) => key !== 'description' && value !== undefined && value !== false);
}

function autoPrintContradictions(job: SelectionKeys): [string, string][] {
  if (job.autoPrintGap === undefined || job.autoPrintInterval === undefined) return [];
  return [['autoPrintInterval', 'cannot stand together with autoPrintGap']];
}

/** The most copies of a row. */
export const MOST_COPIES = 1_000_000_000;

const wholeNumber = z.number('must be a number').int('must be a whole number');
/** A distance of at most 100 m. */
const nanometres = wholeNumber.min(1, 'must be at least 1').max(100_000_000_000, 'must be at most 100 000 000 000');

/**
 * Request body of the printJob operation. No label key at all (empty body or `{}`) deselects; a label without table is a non-database
 * selection; `tableName` with `keyColumn` and `key` selects one row, without them a range of rows.
 */
export const printJobSchema = z
  .strictObject({
    labelName: z.string().optional(),
    /** The label itself, in place of a name. */
    labelData: labelSchema.optional(),
    /** Column whose cell names the label of each row; an empty cell falls back to `labelName`. */
    labelColumn: z.string().optional(),
    tableName: z.string().optional(),
    keyColumn: z.string().optional(),
    key: z.string().optional(),
    /** First row of a range, from 0; the first of the table when left out. */
    firstRow: wholeNumber.min(0, 'must be at least 0').optional(),
    /** Rows of a range; all remaining ones when left out. */
    rowCount: wholeNumber.min(1, 'must be at least 1').optional(),
    /** Limit of copies, of each row where there are several; unlimited for a single label, 1 for each row of a range when left out. */
    copies: wholeNumber.min(1, 'must be at least 1').max(MOST_COPIES, 'must be at most 1 000 000 000').optional(),
    /** Column whose cell is the row's number of copies; an empty cell falls back to `copies`, 0 skips the row. */
    copiesColumn: z.string().optional(),
    /** Column whose number is incremented with each confirmed print of the row. */
    printedColumn: z.string().optional(),
    /** true: append to the queue; false: replace the whole queue. */
    queue: z.boolean().default(false),
    /** Take label and dynamic text as they are now, and advance the counters at once; as `queue` when left out. */
    freeze: z.boolean().optional(),
    /** The job can be returned to. */
    checkpoint: z.boolean().optional(),
    /** Extension: start again at the first row after the last. */
    repeatPrint: z.boolean().optional().meta(EXTENSION),
    /** Shown to the operator. */
    description: z.string().max(10_000).optional(),
    /** Print without trigger: nanometres between the end of one print and the start of the next. */
    autoPrintGap: nanometres.optional(),
    /** Print without trigger: nanometres from the start of one print to the start of the next. */
    autoPrintInterval: nanometres.optional(),
    /** How far the product moves after its trigger before the print begins, in mm; the label's own when left out. */
    printDelay: z.number('must be a number').min(0, 'must be at least 0').max(100_000, 'must be at most 100 000').optional(),
    /** Extension: values for variables that the label asks for, set together with the selection. */
    variables: z.record(z.string(), z.string()).optional().meta(EXTENSION),
    /** Extension: the token of a plan; the selection is refused when it is not what was planned. */
    plan: z.string().max(200).optional().meta(EXTENSION),
    /** Extension: a pre-flight; the selection is refused unless that found nothing that stops a print, and is about what is selected now. */
    preflight: z.string().max(200).optional().meta(EXTENSION),
  })
  .superRefine((job, context) => {
    for (const [key, message] of contradictions(job)) context.addIssue({ code: 'custom', path: [key], message });
  });
export type PrintJob = z.infer<typeof printJobSchema>;

/** Answer of the printJob operation to a selection. */
export const selectionSchema = z.object({
  /** Identifier of the job. */
  id: z.string(),
  /** 0 = the job is current; 1 = the next one, and so on. */
  position: z.number().int(),
});
export type Selection = z.infer<typeof selectionSchema>;

/** Answer of the trigger operation. */
export const triggerResultSchema = z.object({ result: z.enum(['printing', 'bounced']) });
export type TriggerResult = z.infer<typeof triggerResultSchema>;
