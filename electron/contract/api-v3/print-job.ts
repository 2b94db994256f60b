import { z } from 'zod';
import { EXTENSION } from './extension.ts';
import { labelSchema } from './label.ts';
import { newNameSchema } from './name.ts';

/**
 * How the rows of a range are given to jobs. `own`: the job prints all of them. `shared`: of all jobs that share the rows of a table, each
 * row and copy is printed by exactly one.
 */
export const rowAllocationSchema = z.enum(['own', 'shared']);
export type RowAllocation = z.infer<typeof rowAllocationSchema>;

/** Between which jobs rows are shared: those of this controller, or those of all controllers of the plant with the same run. */
export const rowScopeSchema = z.enum(['controller', 'plant']);

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
  rowAllocation?: RowAllocation | undefined;
  scope?: z.infer<typeof rowScopeSchema> | undefined;
  rowRun?: string | undefined;
  freeze?: boolean | undefined;
  repeatPrint?: boolean | undefined;
}

/** The contradictions between the attributes of a job: which key is wrong, and why. */
function contradictions(job: SelectionKeys): [string, string][] {
  return [...rowContradictions(job), ...allocationContradictions(job), ...labelContradictions(job), ...autoPrintContradictions(job)];
}

const KEY_KEYS = ['keyColumn', 'key'] as const;
const RANGE_KEYS = ['firstRow', 'rowCount'] as const;
/** The keys that name a column of the row. */
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
    if (usesKey) found.push([key, 'cannot be combined with keyColumn and key: they name a single row']);
    else if (job.tableName === undefined) found.push([key, 'needs a tableName']);
  }
  return found;
}

const scopeOfOwnRows: [string, string] = ['scope', 'needs rowAllocation shared'];

function allocationContradictions(job: SelectionKeys): [string, string][] {
  const found: [string, string][] = [];
  if (job.rowRun === undefined && job.scope === 'plant')
    found.push(['rowRun', 'rows that are shared over the plant need the name of a run']);
  if (job.rowRun !== undefined && job.scope !== 'plant') found.push(['rowRun', 'needs the scope plant']);
  if (job.rowAllocation !== 'shared') return [...found, ...(job.scope === undefined ? [] : [scopeOfOwnRows])];
  if (job.tableName === undefined) found.push(['rowAllocation', 'shared needs a tableName: jobs share the rows of a table']);
  else if (KEY_KEYS.some((key) => job[key] !== undefined))
    found.push(['rowAllocation', 'shared cannot be combined with keyColumn and key']);
  if (job.freeze) found.push(['freeze', 'cannot be combined with shared rows: other printers print some of them']);
  if (job.repeatPrint) found.push(['repeatPrint', 'cannot be combined with shared rows: each is printed once']);
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
    found.push(['labelData', 'cannot be combined with labelName or labelColumn']);
  }
  if (LABEL_KEYS.every((key) => job[key] === undefined) && asksForMore(job)) {
    found.push(['labelName', 'a selection needs labelName, labelColumn or labelData']);
  }
  return found;
}

/** Whether a body without a label contains anything except a request to deselect. */
function asksForMore(job: object): boolean {
  return Object.entries(job).some(([key, value]) => key !== 'description' && value !== undefined && value !== false);
}

function autoPrintContradictions(job: SelectionKeys): [string, string][] {
  if (job.autoPrintGap === undefined || job.autoPrintInterval === undefined) return [];
  return [['autoPrintInterval', 'cannot be combined with autoPrintGap']];
}

/** Maximum number of copies of a row. */
export const MAX_COPIES = 1_000_000_000;

const wholeNumber = z.number('must be a number').int('must be a whole number');
/** A distance of at most 100 m. */
const nanometres = wholeNumber.min(1, 'must be at least 1').max(100_000_000_000, 'must be at most 100 000 000 000');

/**
 * Request body of the printJob operation. Without any label key (empty body or `{}`) it deselects. A label without a table prints without
 * data; `tableName` with `keyColumn` and `key` selects one row, without them a range of rows.
 */
export const printJobSchema = z
  .strictObject({
    labelName: z.string().optional(),
    /** The label document, instead of a name. */
    labelData: labelSchema.optional(),
    /** Column with the label name of each row; an empty cell means `labelName`. */
    labelColumn: z.string().optional(),
    tableName: z.string().optional(),
    keyColumn: z.string().optional(),
    key: z.string().optional(),
    /** First row of a range, from 0; by default the first of the table. */
    firstRow: wholeNumber.min(0, 'must be at least 0').optional(),
    /** Number of rows of a range; by default all that remain. */
    rowCount: wholeNumber.min(1, 'must be at least 1').optional(),
    /** Limit of copies, per row if there are several. By default unlimited for a single label and 1 for each row of a range. */
    copies: wholeNumber.min(1, 'must be at least 1').max(MAX_COPIES, 'must be at most 1 000 000 000').optional(),
    /** Column with the number of copies of each row; an empty cell means `copies`, 0 skips the row. */
    copiesColumn: z.string().optional(),
    /** Column whose number increases with each confirmed print of the row. */
    printedColumn: z.string().optional(),
    /** true: append to the queue; false: replace the whole queue. */
    queue: z.boolean().default(false),
    /**
     * Store label, dynamic text and values at the time of the selection, and advance the counters at once; by default the value of `queue`,
     * and false for shared rows.
     */
    freeze: z.boolean().optional(),
    /** Extension: by default `own`. `shared` needs a range of rows. */
    rowAllocation: rowAllocationSchema.optional().meta(EXTENSION),
    /** Extension: with shared rows, by default `controller`. `plant` needs a `rowRun`, and a connection to the plant. */
    scope: rowScopeSchema.optional().meta(EXTENSION),
    /**
     * Extension: name of the run whose rows are shared over the plant. All controllers that name it must have the same rows of a table with the same name, and
     * the same copies. The name is used for one run only.
     */
    rowRun: newNameSchema.optional().meta(EXTENSION),
    /** Whether the queue can return to this job. */
    checkpoint: z.boolean().optional(),
    /** Extension: continue with the first row after the last. */
    repeatPrint: z.boolean().optional().meta(EXTENSION),
    /** Shown to the operator. */
    description: z.string().max(10_000).optional(),
    /** Print without trigger: nanometres between the end of one print and the start of the next. */
    autoPrintGap: nanometres.optional(),
    /** Print without trigger: nanometres from the start of one print to the start of the next. */
    autoPrintInterval: nanometres.optional(),
    /** Distance that a product moves between its trigger and the print, in mm; by default that of the label. */
    printDelay: z.number('must be a number').min(0, 'must be at least 0').max(100_000, 'must be at most 100 000').optional(),
    /** Extension: values for the variables that the label asks for, set together with the selection. */
    variables: z.record(z.string(), z.string()).optional().meta(EXTENSION),
    /** Extension: token of a plan; the selection is refused if its effects would differ from the plan. */
    plan: z.string().max(200).optional().meta(EXTENSION),
    /**
     * Extension: id of a pre-flight; the selection is refused unless the pre-flight covers it, is current and found nothing that stops a
     * print.
     */
    preflight: z.string().max(200).optional().meta(EXTENSION),
  })
  .superRefine((job, context) => {
    for (const [key, message] of contradictions(job)) context.addIssue({ code: 'custom', path: [key], message });
  });
export type PrintJob = z.infer<typeof printJobSchema>;

/** Whether a selection is empty: it ends the queue. */
export function isDeselection({ labelName, labelData, labelColumn }: PrintJob): boolean {
  return labelName === undefined && labelData === undefined && labelColumn === undefined;
}

/** Response of the printJob operation to a selection. */
export const selectionSchema = z.object({
  /** Identifier of the job. */
  id: z.string(),
  /** 0 = the job is current; 1 = it is the next one, and so on. */
  position: z.number().int(),
});
export type Selection = z.infer<typeof selectionSchema>;

/** Response of the trigger operation. */
export const triggerResultSchema = z.object({ result: z.enum(['printing', 'bounced']) });
export type TriggerResult = z.infer<typeof triggerResultSchema>;
