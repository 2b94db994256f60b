import { z } from 'zod';
import { EXTENSION } from './extension.ts';
import { PRINTER_STATES } from './printer-states.ts';

export const sliceSchema = z.looseObject({
  /** Print-head identifiers. */
  phs: z.array(z.string()),
  /** Ink-supply identifiers; on some models only. */
  inkSupplies: z.array(z.string()).optional(),
});

/** Properties of a printer. Models differ: unknown properties are kept and shown as they are. Lengths in millimetres. */
export const printerPropertiesSchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  color: z.string().optional(),
  dpi: z.number().optional(),
  duo: z.boolean().optional(),
  height: z.number().optional(),
  sliceHeight: z.number().optional(),
  physicalWidth: z.number().optional(),
  slices: z.array(sliceSchema).optional(),
});
export type PrinterProperties = z.infer<typeof printerPropertiesSchema>;

export const printerStateSchema = z.enum(PRINTER_STATES);

export const ragStatusSchema = z.enum(['RED', 'AMBER', 'GREEN']);
export type RagStatus = z.infer<typeof ragStatusSchema>;

export const inkStateSchema = z.enum([
  'STOPPED',
  'STANDBY',
  'STARTING',
  'STARTED',
  'STOPPING',
  'CALIBRATING',
  'FILLING',
  'EMPTYING',
  'MANUAL',
  'ERROR',
]);
export const inkLevelSchema = z.enum(['EMPTY', 'LOW', 'OK']);
export type InkLevel = z.infer<typeof inkLevelSchema>;

export const inkStatusSchema = z.object({
  state: inkStateSchema,
  ragStatus: ragStatusSchema,
  level: inkLevelSchema,
  errors: z.array(z.string()),
  warnings: z.array(z.string()),
  /** Extension: the ink supply's identifier. */
  supply: z.string().optional().meta(EXTENSION),
  /** Extension: what is left, 0 to 100. */
  percent: z.number().optional().meta(EXTENSION),
});
export type InkStatus = z.infer<typeof inkStatusSchema>;

/** Extension: the job that the next trigger prints. */
export const currentJobSchema = z.object({
  id: z.string(),
  description: z.string(),
  /** The label's name; empty when the label came with the job. */
  label: z.string(),
  /** The label's revision at the moment of the selection. */
  revision: z.number().int(),
  table: z.string().optional(),
  /** The row's key, as it was selected. */
  key: z.string().optional(),
  /** Row number in the table, from 0. */
  row: z.number().int().optional(),
  /** Prints of this job that the engine confirmed. */
  printed: z.number().int(),
  /** Prints of this job that were started: printed, on their way, void or unknown. */
  started: z.number().int(),
  /** Limit of copies, of all rows together as they were counted at the selection; absent = unlimited. */
  copies: z.number().int().optional(),
  /** First row of a range in the table, from 0; absent for a single row and without a table. */
  firstRow: z.number().int().optional(),
  /** Rows of the range. */
  rowCount: z.number().int().optional(),
  /** Rows of the range that are over, those without copies among them; begins again with a job that repeats. */
  rowsDone: z.number().int().optional(),
  /** Which copy of its row the next print is, from 1; absent when it makes up for a print that was void. */
  rowCopy: z.number().int().optional(),
  /** Copies of the present row; absent = unlimited. */
  rowCopies: z.number().int().optional(),
  /** Changes whenever the picture of the next print may have changed: use it to know when to fetch `nextPrint` again. */
  nextPrint: z.string(),
});
export type CurrentJob = z.infer<typeof currentJobSchema>;

/** Extension: the conveyor of a virtual printer, whose photocell triggers once per product. */
export const conveyorSchema = z.strictObject({
  running: z.boolean(),
  productsPerMinute: z.number().int().min(1, 'must be at least 1').max(2_000, 'must be at most 2 000'),
});
export type Conveyor = z.infer<typeof conveyorSchema>;

export const printerStatusSchema = z.object({
  state: printerStateSchema,
  ragStatus: ragStatusSchema,
  errors: z.array(z.string()),
  ink: z.array(inkStatusSchema),
  /** Extension: what the next trigger prints; null when nothing is selected. */
  job: currentJobSchema.nullable().meta(EXTENSION),
  /** Extension: number of jobs that wait behind the current one. */
  queue: z.number().int().meta(EXTENSION),
  conveyor: conveyorSchema.optional().meta(EXTENSION),
});
export type PrinterStatus = z.infer<typeof printerStatusSchema>;
