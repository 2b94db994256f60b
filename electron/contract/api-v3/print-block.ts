import { z } from 'zod';
import { nameSchema } from './name.ts';
import { nextPage, paging } from './paging.ts';
import { contentConditionSchema, statedReasonSchema, valueContradictions } from './print.ts';
import { textSchema } from './text.ts';

/** What is blocked: prints that meet all of these conditions. */
const conditions = {
  /** Name of the label; by default every label. */
  label: nameSchema.optional(),
  /** Version of the label; by default all of its versions. */
  labelRevision: z.number('must be a number').int('must be a whole number').min(1, 'must be at least 1').optional(),
  /** A variable that has `value`. */
  variable: nameSchema.optional(),
  /** A column of the table row whose cell is `value`. */
  column: textSchema.optional(),
  /** The complete value of `variable` or `column`. */
  value: textSchema.optional(),
  content: contentConditionSchema.optional(),
};

const conditionsSchema = z.object(conditions);
export type BlockConditions = z.infer<typeof conditionsSchema>;

/** A block of further prints (extension). */
export const printBlockSchema = conditionsSchema.extend({
  id: z.number().int(),
  reason: z.string(),
  /** Who set it; empty if the client did not say. */
  by: z.string(),
  /** When it was set, ISO 8601. */
  at: z.string(),
  /** Absent while it holds. */
  lifted: z.object({ by: z.string(), at: z.string(), reason: z.string() }).optional(),
});
export type PrintBlock = z.infer<typeof printBlockSchema>;

/** A new block. It needs a label, a value or a text: otherwise it would stop every printer. */
export const newPrintBlockSchema = z.strictObject({ ...conditions, reason: statedReasonSchema }).superRefine((block, context) => {
  const found: [string, string][] = valueContradictions(block);
  if (block.labelRevision !== undefined && block.label === undefined) found.push(['labelRevision', 'needs a label']);
  if ([block.label, block.value, block.content].every((condition) => condition === undefined)) {
    found.push(['label', 'a block needs a label, a value or a content']);
  }
  for (const [key, message] of found) context.addIssue({ code: 'custom', path: [key], message });
});
export type NewPrintBlock = z.infer<typeof newPrintBlockSchema>;

/** Why a block is lifted. */
export const liftingSchema = z.strictObject({ reason: statedReasonSchema });

export const printBlocksQuerySchema = z.object({
  /** true: only blocks that hold. */
  active: z.enum(['true', 'false'], 'must be true or false').optional(),
  ...paging,
});
export type PrintBlocksQuery = z.infer<typeof printBlocksQuerySchema>;

/** Newest first. */
export const printBlocksPageSchema = z.object({ blocks: z.array(printBlockSchema), next: nextPage });
export type PrintBlocksPage = z.infer<typeof printBlocksPageSchema>;
