import { ProblemError } from '#contract/problem.ts';
import {
  doCountsAgree,
  type Changeover,
  type ChangeoverJob,
  type ChangeoverPrinter,
  type ChangeoverStage,
  type PrinterOfChangeover,
} from '#contract/station/changeovers.ts';
import type { FleetPrinter } from '#contract/station/fleet.ts';
import type { LinePrinter } from '#contract/station/lines.ts';
import { jobName } from '../fleet/job-name.ts';

/** Throws `changed-meanwhile` unless the changeover is at this step. */
export function requireStage(changeover: Changeover, stage: ChangeoverStage): void {
  if (changeover.stage === stage) return;
  throw new ProblemError('changed-meanwhile', { detail: 'The changeover is at another step now.' });
}

/** A printer at the beginning of a changeover. */
export function beforeChangeover({ connection, printer }: LinePrinter, seen: FleetPrinter | undefined): ChangeoverPrinter {
  const before = jobOf(seen);
  return { connection, printer, before, isEnded: false, counts: null, isLeftOut: false, after: null, firstPrint: null };
}

/** The job that a printer has; null without one. Its id is empty if the controller does not report it: then it is what this station selected last. */
export function jobOf(printer: FleetPrinter | undefined): ChangeoverJob | null {
  const job = printer?.status?.job;
  if (job) return { id: job.id, name: jobName(job), asked: job.copies ?? null };
  const last = printer?.lastSelection;
  if (!last) return null;
  const { description, labelName, key, copies } = last.job;
  return { id: '', name: description || [labelName, key].filter(Boolean).join(': '), asked: copies ?? null };
}

/** Replaces one printer of a changeover. Throws `not-found` for a printer that does not take part. */
export function withPrinter(
  changeover: Changeover,
  { connection, printer }: LinePrinter,
  update: (printer: ChangeoverPrinter) => ChangeoverPrinter,
): Changeover {
  const isMeant = (one: ChangeoverPrinter): boolean => one.connection === connection && one.printer === printer;
  if (!changeover.printers.some(isMeant)) throw new ProblemError('not-found', { detail: `"${printer}" is not part of this changeover.` });
  return { ...changeover, printers: changeover.printers.map((one) => (isMeant(one) ? update(one) : one)) };
}

/** The printer that a command is about. Throws `not-found`. */
export function printerOf(changeover: Changeover, { connection, printer }: PrinterOfChangeover): ChangeoverPrinter {
  const found = changeover.printers.find((one) => one.connection === connection && one.printer === printer);
  if (found) return found;
  throw new ProblemError('not-found', { detail: `"${printer}" is not part of this changeover.` });
}

/** The printers whose jobs are not ended, or whose counts do not agree. */
export function openCounts({ printers }: Changeover): ChangeoverPrinter[] {
  return printers.filter(({ isLeftOut, isEnded, counts }) => !isLeftOut && (!isEnded || !counts || !doCountsAgree(counts)));
}

/** Takes the jobs that the printers have now as the next ones. Throws `nothing-selected` when no printer has another job than before. */
export function withNextJobs(changeover: Changeover, find: (printer: LinePrinter) => FleetPrinter | undefined): Changeover {
  const printers = changeover.printers.map((one): ChangeoverPrinter => {
    const after = one.isLeftOut ? null : jobOf(find(one));
    const isSame = after !== null && after.id !== '' && after.id === one.after?.id;
    return { ...one, after, firstPrint: isSame ? one.firstPrint : null };
  });
  if (printers.some(({ after }) => after)) return { ...changeover, stage: 'check', printers };
  throw new ProblemError('nothing-selected', { detail: 'No printer of the line has a job.' });
}

/** The printers whose first print is not approved. */
export function openChecks({ printers }: Changeover): ChangeoverPrinter[] {
  return printers.filter(({ after, firstPrint }) => after && firstPrint !== 'approved');
}
