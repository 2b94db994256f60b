import { z } from 'zod';
import { labelSchema } from './label.ts';

interface SelectionKeys {
  labelName?: string | undefined;
  labelData?: unknown;
  labelColumn?: string | undefined;
  tableName?: string | undefined;
  keyColumn?: string | undefined;
  key?: string | undefined;
  copies?: number | undefined;
  queue: boolean;
}

/** The rules between the attributes of a job: which key is wrong, and why. */
function contradictions(job: SelectionKeys): [string, string][] {
  return [...rowContradictions(job), ...labelContradictions(job)];
}

const ROW_KEYS = ['tableName', 'keyColumn', 'key'] as const;

function rowContradictions(job: SelectionKeys): [string, string][] {
  const missing = ROW_KEYS.filter((key) => job[key] === undefined);
  if (missing.length === 0 || missing.length === ROW_KEYS.length) return [];
  return missing.map((key) => [key, 'tableName, keyColumn and key must all be set, or none of them']);
}

function labelContradictions(job: SelectionKeys): [string, string][] {
  const found: [string, string][] = [];
  const isNamed = job.labelName !== undefined || job.labelColumn !== undefined;
  if (job.labelColumn !== undefined && job.tableName === undefined) found.push(['labelColumn', 'needs a tableName']);
  if (job.labelData !== undefined && isNamed) found.push(['labelData', 'cannot stand together with labelName or labelColumn']);
  const asksForMore = job.copies !== undefined || job.queue || ROW_KEYS.some((key) => job[key] !== undefined);
  if (!isNamed && job.labelData === undefined && asksForMore) {
    found.push(['labelName', 'a selection needs labelName, labelColumn or labelData']);
  }
  return found;
}

/**
 * Request body of the printJob operation. No label key at all (empty body or `{}`) deselects; a label without table is a
 * non-database selection; `tableName` with `keyColumn` and `key` is a database selection.
 */
export const printJobSchema = z
  .strictObject({
    labelName: z.string().optional(),
    /** The label itself, in place of a name. */
    labelData: labelSchema.optional(),
    /** Column whose cell names the label; an empty cell falls back to `labelName`. */
    labelColumn: z.string().optional(),
    tableName: z.string().optional(),
    keyColumn: z.string().optional(),
    key: z.string().optional(),
    /** Limit of copies; unlimited when left out. */
    copies: z
      .number('must be a number')
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(1_000_000_000, 'must be at most 1 000 000 000')
      .optional(),
    /** true: append to the queue; false: replace the whole queue. */
    queue: z.boolean().default(false),
    /** Shown to the operator. */
    description: z.string().max(10_000).optional(),
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
