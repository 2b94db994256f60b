import { z } from 'zod';
import { labelSchema } from './label.ts';

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
    const database = [job.tableName, job.keyColumn, job.key].filter((part) => part !== undefined).length;
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (database > 0 && database < 3) {
      for (const key of ['tableName', 'keyColumn', 'key'] as const) {
        if (job[key] === undefined) issue(key, 'tableName, keyColumn and key must all be set, or none of them');
      }
    }
    if (job.labelColumn !== undefined && job.tableName === undefined) issue('labelColumn', 'needs a tableName');
    if (job.labelData !== undefined && (job.labelName !== undefined || job.labelColumn !== undefined)) {
      issue('labelData', 'cannot stand together with labelName or labelColumn');
    }
    const hasLabel = job.labelName !== undefined || job.labelColumn !== undefined || job.labelData !== undefined;
    if (!hasLabel && (database > 0 || job.copies !== undefined || job.queue)) {
      issue('labelName', 'a selection needs labelName, labelColumn or labelData');
    }
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
