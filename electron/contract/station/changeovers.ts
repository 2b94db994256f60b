import { z } from 'zod';
import type { PrintState } from '../api-v3/print.ts';
import { command, feed } from './operation.ts';
import { idempotencyInput, printerInput } from './operation-input.ts';

/**
 * The steps of a changeover in their order: end the jobs and compare the counts, clear the line, load the next jobs, check the first prints. The
 * last two are over: finished, or given up.
 */
export const CHANGEOVER_STAGES = ['end', 'clearance', 'select', 'check', 'finished', 'cancelled'] as const;
export const changeoverStageSchema = z.enum(CHANGEOVER_STAGES);
export type ChangeoverStage = z.infer<typeof changeoverStageSchema>;

/** What a person confirms at the line clearance. */
export const CLEARANCE_CHECKS = ['products', 'labels', 'heads', 'documents'] as const;

export const changeoverJobSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Copies that were asked for; null = no limit. */
  asked: z.number().int().nullable(),
});
export type ChangeoverJob = z.infer<typeof changeoverJobSchema>;

const count = z.number().int();

/** The number of prints of a job in each state. */
const jobPrintsSchema = z.object({
  reserved: count,
  sent: count,
  printed: count,
  'handed-over': count,
  void: count,
  unknown: count,
}) satisfies z.ZodType<Record<PrintState, number>>;

/** The counts of an ended job. */
export const changeoverCountsSchema = z.object({
  /** The prints of the job by state; null from a controller that does not report them, and without a job. */
  prints: jobPrintsSchema.nullable(),
  /** The device's own count, and the part of it that the ledger explains; null from a controller or device that does not report them. */
  counted: z.number().int().nullable(),
  explained: z.number().int().nullable(),
});
export type ChangeoverCounts = z.infer<typeof changeoverCountsSchema>;

export const changeoverPrinterSchema = printerInput.extend({
  /** The job that ran when the changeover began; null = none. */
  before: changeoverJobSchema.nullable(),
  /** Its job has been unloaded. */
  isEnded: z.boolean(),
  /** Null until they were read after the end of the job. */
  counts: changeoverCountsSchema.nullable(),
  /** A person goes on without this printer. */
  isLeftOut: z.boolean(),
  /** The job that is loaded next; null = none yet. */
  after: changeoverJobSchema.nullable(),
  /** What a person decided about the first print of the next job; null = not decided. */
  firstPrint: z.enum(['approved', 'stopped']).nullable(),
});
export type ChangeoverPrinter = z.infer<typeof changeoverPrinterSchema>;

const personSchema = z.string().trim().min(1, 'must not be empty').max(100);
const checksSchema = z.array(z.enum(CLEARANCE_CHECKS)).refine((checks) => new Set(checks).size === CLEARANCE_CHECKS.length, {
  error: 'must name every check',
});

export const changeoverSchema = z.object({
  id: z.string(),
  /** Id of the line. */
  line: z.string(),
  stage: changeoverStageSchema,
  /** Milliseconds since the epoch, as all times here. */
  startedAt: z.number(),
  /** When it was finished or cancelled; null = not yet. */
  endedAt: z.number().nullable(),
  /** Who confirmed that the line is clear; null = not yet. */
  clearance: z.object({ at: z.number(), by: personSchema, checks: checksSchema }).nullable(),
  printers: z.array(changeoverPrinterSchema),
});
/** One guided run of a line from one product to the next. The station keeps it, so that it goes on where it was left. */
export type Changeover = z.infer<typeof changeoverSchema>;

/** Whether a changeover is over. */
export function isOver({ stage }: Changeover): boolean {
  return stage === 'finished' || stage === 'cancelled';
}

/** Whether the counts of an ended job agree: no print is open or unknown, and the device counts what the ledger explains. */
export function doCountsAgree({ prints, counted, explained }: ChangeoverCounts): boolean {
  const open = prints ? prints.reserved + prints.sent + prints.unknown : 0;
  return open === 0 && (counted === null || explained === null || counted === explained);
}

/** Every event has all changeovers of the line, newest first. */
const changeoversEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), changeovers: z.array(changeoverSchema) }),
]);
export type ChangeoversEvent = z.infer<typeof changeoversEventSchema>;

const changeoverInput = z.object({ changeover: z.string() });
const printerOfChangeover = changeoverInput.extend(printerInput.shape);
export type PrinterOfChangeover = z.infer<typeof printerOfChangeover>;
/** `print` is the id of the first print; null = none was made, or the controller does not report prints. */
const firstPrintOfChangeover = printerOfChangeover.extend({ print: z.number().int().nullable() });
export type FirstPrintOfChangeover = z.infer<typeof firstPrintOfChangeover>;

/** Every command fails with `changed-meanwhile` at another step than its own, since another screen may have gone on. */
export const changeoversContract = {
  watch: feed(z.object({ line: z.string() }), changeoversEventSchema),
  /** Notes the jobs that the printers of the line have now. Fails with `in-use` while one of the line is not over. */
  begin: command('print', z.object({ line: z.string() }), changeoverSchema),
  /** Unloads the job of a printer and reads its counts. */
  endJob: command('print', printerOfChangeover.extend(idempotencyInput), z.object({})),
  /** Reads the counts of an ended job again. */
  count: command('print', printerOfChangeover, z.object({})),
  /** Goes on without a printer, such as one that does not answer. */
  leaveOut: command('print', printerOfChangeover, z.object({})),
  /** The counts of all printers agree. Fails with `in-use` while a job is not ended, or a difference is not resolved. */
  confirmCounts: command('print', changeoverInput, z.object({})),
  /** A person confirms that the line is clear. */
  confirmClearance: command('print', changeoverInput.extend({ by: personSchema, checks: checksSchema }), z.object({})),
  /** Takes the jobs that the printers have now as the next ones. Fails with `nothing-selected` without any. */
  confirmJobs: command('print', changeoverInput, z.object({})),
  /**
   * Takes over the verdict that the controller stores with the first print of the next job: without one, or without a print, the job was stopped.
   * The first product of a controller without extensions is approved by eye.
   */
  checkFirstPrint: command('report', firstPrintOfChangeover, z.object({})),
  /** Goes back to the loading of jobs after a first print was stopped. */
  selectAgain: command('print', changeoverInput, z.object({})),
  /** Fails with `in-use` while a first print is not decided. */
  finish: command('print', changeoverInput, z.object({})),
  cancel: command('print', changeoverInput, z.object({})),
};
