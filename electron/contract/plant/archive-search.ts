import { z } from 'zod';
import { printStateSchema } from '../api-v3/print.ts';
import { proofSchema } from '../api-v3/engine.ts';
import { verdictSchema } from '../api-v3/verification.ts';
import { wholeNumberIn } from '../api-v3/whole-number.ts';

const moment = z.iso
  .datetime({ offset: true, error: 'must be a date and time such as 2026-11-21T06:00:00Z' })
  .transform((text) => Date.parse(text));
const condition = z.string().min(1, 'must not be empty').max(255, 'must have at most 255 characters');

/** Search conditions, combined with AND. Newest first; `after` continues after the last print of the page before. */
export const archiveQuerySchema = z.object({
  /** Id of a controller. */
  controller: condition.optional(),
  printer: condition.optional(),
  label: condition.optional(),
  job: condition.optional(),
  /** The key of its table row. */
  key: condition.optional(),
  /** The complete text of one of its counters as printed. */
  serial: condition.optional(),
  /** The complete value of one of its variables, such as a batch. */
  value: condition.optional(),
  /** The name of the person who selected its job. */
  operator: condition.optional(),
  state: printStateSchema.optional(),
  /** When it was reserved: from inclusive, to exclusive. */
  from: moment.optional(),
  to: moment.optional(),
  after: z.string().max(300).optional(),
  limit: wholeNumberIn({ least: 1, most: 500 }).prefault(50),
});
export type ArchiveQuery = z.infer<typeof archiveQuerySchema>;

/** A print in the archive. Times are ISO 8601. */
export const archivedPrintSchema = z.object({
  controller: z.string(),
  /** The name of the controller, as it last reported it. */
  controllerName: z.string(),
  line: z.string(),
  id: z.number().int(),
  printer: z.string(),
  job: z.string(),
  label: z.string(),
  labelRevision: z.number().int().optional(),
  key: z.string().optional(),
  state: printStateSchema,
  proof: proofSchema,
  reason: z.string().optional(),
  operator: z.string().optional(),
  resolvedBy: z.string().optional(),
  reserved: z.string(),
  settled: z.string(),
  serials: z.array(z.string()),
  purpose: z.literal('test').optional(),
  pictureHash: z.string(),
  verification: verdictSchema.optional(),
});
export type ArchivedPrint = z.infer<typeof archivedPrintSchema>;

/** A page of prints; `next` is the value of `after` for the next page, null on the last one. */
export const archivePageSchema = z.object({ prints: z.array(archivedPrintSchema), next: z.string().nullable() });
export type ArchivePage = z.infer<typeof archivePageSchema>;

/** A text that a print shows, in the order of the label. */
const shownTextSchema = z.object({ pointer: z.string(), text: z.string() });

/** All that the archive knows of a print. */
export const archivedPrintDetailSchema = archivedPrintSchema.extend({
  table: z.string().optional(),
  row: z.number().int().optional(),
  texts: z.array(shownTextSchema),
  variables: z.record(z.string(), z.string()),
  cells: z.record(z.string(), z.string()).optional(),
  hdpi: z.number(),
  vdpi: z.number(),
  sent: z.string().optional(),
  unknownSince: z.string().optional(),
  unknownReason: z.string().optional(),
  reprintOf: z.number().int().optional(),
  reprintReason: z.string().optional(),
  supersedes: z.number().int().optional(),
  reworkReason: z.string().optional(),
  /** Whether the label document has arrived, so that the picture can be drawn. */
  hasDocument: z.boolean(),
});
export type ArchivedPrintDetail = z.infer<typeof archivedPrintDetailSchema>;

/** Which print is meant: after a controller was restored from a backup, an id can be used twice, but never at the same time. */
export const archivedPrintPlaceSchema = z.object({ reserved: moment });
