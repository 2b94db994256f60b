import { z } from 'zod';
import { engineShapeSchema } from './engine.ts';
import { EXTENSION } from './extension.ts';
import { firstPrintCheckSchema } from './first-print-check.ts';
import { rowAllocationSchema } from './print-job.ts';
import { PRINTER_STATES } from './printer-states.ts';
import { rowRunStateSchema } from './row-run.ts';
import { statusErrorSchema } from './status-error.ts';

/** A slice of a printer: one or more print heads side by side. */
export const sliceSchema = z.looseObject({
  /** Identifiers of the print heads. */
  phs: z.array(z.string()),
  /** Identifiers of the ink supplies; on some models only. */
  inkSupplies: z.array(z.string()).optional(),
});

/** Properties of a printer. Models differ: unknown properties are passed on and shown unchanged. Lengths in millimetres. */
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
  /** Extension: false for a printer that a person has disabled; absent otherwise. */
  enabled: z.boolean().optional().meta(EXTENSION),
  /** Extension: `fields` for a printer that draws on board; absent for one that prints pictures. */
  shape: engineShapeSchema.optional().meta(EXTENSION),
  /** Extension: true for a printer that starts each print itself, when its own photocell detects a product; absent otherwise. */
  startsPrints: z.boolean().optional().meta(EXTENSION),
});
export type PrinterProperties = z.infer<typeof printerPropertiesSchema>;

/** State of a printer. */
export const printerStateSchema = z.enum(PRINTER_STATES);

/** Traffic-light status of a printer. */
export const ragStatusSchema = z.enum(['RED', 'AMBER', 'GREEN']);
export type RagStatus = z.infer<typeof ragStatusSchema>;

/** State of an ink supply. */
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
/** Fill level of an ink supply. */
export const inkLevelSchema = z.enum(['EMPTY', 'LOW', 'OK']);
export type InkLevel = z.infer<typeof inkLevelSchema>;

/** State and level of an ink supply. */
export const inkStatusSchema = z.object({
  state: inkStateSchema,
  ragStatus: ragStatusSchema,
  level: inkLevelSchema,
  errors: z.array(z.string()),
  warnings: z.array(z.string()),
  /** Extension: identifier of the ink supply. */
  supply: z.string().optional().meta(EXTENSION),
  /** Extension: remaining ink in percent, 0 to 100. */
  percent: z.number().optional().meta(EXTENSION),
  /** Extension: `errors` with their codes and parameters, in the same order; absent if there are none. */
  errorDetails: z.array(statusErrorSchema).optional().meta(EXTENSION),
  /** Extension: `warnings` with their codes and parameters, in the same order; absent if there are none. */
  warningDetails: z.array(statusErrorSchema).optional().meta(EXTENSION),
});
export type InkStatus = z.infer<typeof inkStatusSchema>;

/** Extension: the job that the next trigger prints. */
export const currentJobSchema = z.object({
  id: z.string(),
  description: z.string(),
  /** The label's name; empty if the job contains the label itself. */
  label: z.string(),
  /** The version of the label that the next print is of; 0 if the job contains the label itself. */
  revision: z.number().int(),
  /** The newest version of the label, if it is newer than `revision`; absent for a frozen job, which keeps its labels. */
  newerRevision: z.number().int().optional(),
  table: z.string().optional(),
  /** The key of the row, as selected. */
  key: z.string().optional(),
  /** Row number in the table, from 0. */
  row: z.number().int().optional(),
  /** Prints of this job that the engine has confirmed. */
  printed: z.number().int(),
  /** Prints of this job that were started: printed, sent, void or unknown. */
  started: z.number().int(),
  /** Limit of copies of all rows together, computed at the selection; absent = unlimited. */
  copies: z.number().int().optional(),
  /** First row of a range in the table, from 0; absent for a single row and without a table. */
  firstRow: z.number().int().optional(),
  /** Number of rows of the range. */
  rowCount: z.number().int().optional(),
  /** Rows of the range that are done, here or on another printer, including those without copies; restarts at 0 in a job that repeats. */
  rowsDone: z.number().int().optional(),
  /** `shared` for a job that shares its rows with others; absent otherwise. */
  rowAllocation: rowAllocationSchema.optional(),
  /** Extension: how far the run is whose rows are shared over the plant. */
  rowRun: rowRunStateSchema.optional(),
  /** Copies of its rows that other jobs of this controller started and that are not void; only with shared rows. */
  elsewhere: z.number().int().optional(),
  /** Number of the next copy of the row, from 1; absent if the next print replaces one that was void. */
  rowCopy: z.number().int().optional(),
  /** Copies of the current row; absent = unlimited. */
  rowCopies: z.number().int().optional(),
  /** The first print of the job, once it can be looked at. */
  firstPrint: z.number().int().optional(),
  /** The verdict on the first print; absent until a person has stated one. */
  firstPrintCheck: firstPrintCheckSchema.optional(),
  /** true while the printer makes no further print before its first one is found right; absent otherwise. */
  firstPrintCheckRequired: z.boolean().optional(),
  /** Changes whenever the picture of the next print may have changed; clients then fetch `nextPrint` again. */
  nextPrint: z.string(),
});
export type CurrentJob = z.infer<typeof currentJobSchema>;

/** Extension: the conveyor of a virtual printer, whose photocell triggers once per product. */
export const conveyorSchema = z.strictObject({
  running: z.boolean(),
  productsPerMinute: z.number().int().min(1, 'must be at least 1').max(2_000, 'must be at most 2 000'),
});
export type Conveyor = z.infer<typeof conveyorSchema>;

/** Status of a printer. */
export const printerStatusSchema = z.object({
  state: printerStateSchema,
  ragStatus: ragStatusSchema,
  errors: z.array(z.string()),
  ink: z.array(inkStatusSchema),
  /** Extension: what the next trigger prints; null if nothing is selected. */
  job: currentJobSchema.nullable().meta(EXTENSION),
  /** Extension: number of jobs queued after the current one. */
  queue: z.number().int().meta(EXTENSION),
  conveyor: conveyorSchema.optional().meta(EXTENSION),
  /** Extension: `errors` with their codes and parameters, in the same order; absent if there are none. */
  errorDetails: z.array(statusErrorSchema).optional().meta(EXTENSION),
  /** Extension: triggers that made no print since the last print, or since a person acted on the job; absent if there are none. */
  missedTriggers: z.number().int().optional().meta(EXTENSION),
});
export type PrinterStatus = z.infer<typeof printerStatusSchema>;
