import { z } from 'zod';

/** The attributes of a print job that say what it prints. */
export const selectedJobSchema = z.object({
  labelName: z.string().optional(),
  labelColumn: z.string().optional(),
  tableName: z.string().optional(),
  keyColumn: z.string().optional(),
  key: z.string().optional(),
  firstRow: z.number().optional(),
  rowCount: z.number().optional(),
  copies: z.number().optional(),
  description: z.string().optional(),
  queue: z.boolean(),
});
export type SelectedJob = z.infer<typeof selectedJobSchema>;

/** The job that a station selected last on a printer whose controller does not report it. */
export const lastSelectionSchema = z.object({
  job: selectedJobSchema,
  /** Milliseconds since the epoch. */
  at: z.number(),
});
export type LastSelection = z.infer<typeof lastSelectionSchema>;

/** Whether the job alone says which label and row are printed next: not for a range, an appended job or a label that is not stored. */
export function isNextPrintKnown({ labelName, labelColumn, tableName, key, queue }: SelectedJob): boolean {
  return !queue && (labelName ?? labelColumn) !== undefined && (tableName === undefined || key !== undefined);
}
