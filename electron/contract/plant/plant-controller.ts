import { z } from 'zod';

/** Name of a site, line or tag. */
const shortText = z.string().max(100, 'must have at most 100 characters');
const MAX_PRINTERS = 500;
const MAX_TAGS = 20;
const MAX_ERRORS = 20;

/** The identity of a controller: what it made at its first start. */
export const controllerIdSchema = z.string().regex(/^[\w-]{1,64}$/, 'must have 1 to 64 letters, digits, hyphens or underscores');

/** A printer, as its controller reports it. */
const reportedPrinterSchema = z.strictObject({
  name: z.string().max(255),
  /** As in the status of the printer. */
  state: z.string().max(40),
  errors: z.array(z.string().max(500)).max(MAX_ERRORS),
  /** The label of its job; absent without a job. */
  label: z.string().max(255).optional(),
  printed: z.number().int().min(0),
  unknown: z.number().int().min(0),
});

/** What a controller reports about itself. A report replaces the one before. */
export const controllerReportSchema = z.strictObject({
  /** The name that people know it by. */
  name: z.string().min(1, 'must not be empty').max(255),
  site: shortText,
  line: shortText,
  tags: z.array(shortText).max(MAX_TAGS),
  /** The version of the program. */
  version: z.string().max(40),
  /** The time of its clock, ISO 8601, and whether it trusts the clock. */
  clock: z.strictObject({ now: z.iso.datetime(), isTrusted: z.boolean() }),
  /** Free bytes on the disk of its data; absent if unknown. */
  freeBytes: z.number().int().min(0).optional(),
  /** When its last backup was made, ISO 8601; absent without one. */
  lastBackup: z.iso.datetime().optional(),
  /** Prints that wait to be sent. */
  waitingPrints: z.number().int().min(0),
  printers: z.array(reportedPrinterSchema).max(MAX_PRINTERS, `must have at most ${MAX_PRINTERS} printers`),
});
export type ControllerReport = z.infer<typeof controllerReportSchema>;
export type ReportedPrinter = z.infer<typeof reportedPrinterSchema>;

/** A controller as the plant knows it. */
export const plantControllerSchema = z.object({
  id: z.string(),
  /** When the plant first and last heard of it, ISO 8601, by the clock of the plant. */
  firstSeen: z.string(),
  lastSeen: z.string(),
  /** Whether it has reported within the last minute. */
  isConnected: z.boolean(),
  /** How far its clock is ahead of that of the plant, in milliseconds, at its last report; negative if it is behind. */
  clockAhead: z.number().int().optional(),
  /** Absent until its first report. */
  report: controllerReportSchema.optional(),
});
export type PlantController = z.infer<typeof plantControllerSchema>;

export const plantControllerListSchema = z.array(plantControllerSchema);

/** The answer to a batch of prints. */
export const batchAnswerSchema = z.object({
  /** How many of them were new or had moved on. */
  stored: z.number().int(),
  /** Hashes of label documents that the archive lacks. Send them before the next batch. */
  missingDocuments: z.array(z.string()),
});
export type BatchAnswer = z.infer<typeof batchAnswerSchema>;
