import { isDeepStrictEqual } from 'node:util';
import type { LabelChange } from '#contract/api-v3/label-change.ts';
import type { Label } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import type { DeviceMessages } from '../device-messages/device-messages.ts';
import type { Labels } from '../labels/labels.ts';
import type { Log } from '#process/log.ts';
import type { ApprovalRule } from '../preparation/approval-rule.ts';
import type { JobLabels } from '../preparation/job-labels.ts';
import { labelDocument, type LabelDocument } from '../preparation/label-documents.ts';
import type { PrintPlan, PrintPreparation } from '../preparation/print-preparation.ts';
import type { Job } from '../queue/job.ts';
import type { JobLabelRevisions, LabelRevision } from '../queue/job-label-revisions.ts';
import type { JobQueues } from '../queue/job-queues.ts';
import type { PrinterRuntime } from '../runtime/printer-runtime.ts';
import type { PrinterRuntimes } from '../runtime/printer-runtimes.ts';
import type { Settings } from '../settings/settings.ts';

export interface LabelChangesDeps {
  db: ControllerDatabase;
  labels: Labels;
  jobs: JobQueues;
  jobLabels: JobLabels;
  jobLabelRevisions: JobLabelRevisions;
  preparation: PrintPreparation;
  deviceMessages: DeviceMessages;
  settings: Settings;
  approvalRule: ApprovalRule;
  runtimes: PrinterRuntimes;
  log: Log;
}

/** How a label is put. */
export interface LabelPutRequest {
  /** Who changes it; empty when unknown. */
  author?: string;
  condition?: WriteCondition | undefined;
  /** Whether running and queued jobs print the new version; by default as the setting of the controller says. */
  runningJobs?: 'update' | 'keep' | undefined;
  /** The printers whose jobs are updated; undefined = all. */
  printers?: readonly string[] | undefined;
}

export interface LabelPutResult extends LabelChange {
  isCreated: boolean;
}

/**
 * Puts labels. Jobs keep the version that they print, unless the request or the setting of the controller says that it reaches them. A version that is
 * not approved reaches no job of a printer on which only approved labels print.
 */
export class LabelChanges {
  readonly #deps: LabelChangesDeps;

  constructor(deps: LabelChangesDeps) {
    this.#deps = deps;
  }

  /**
   * Creates or replaces a label. A request that updates jobs and contains the label that is stored already applies it without a new version.
   * Throws as `Labels.put` does; for an explicit update also `not-found` for a printer, and `cannot-render` when the next print of a running
   * job cannot be made of the new version: then nothing changes.
   */
  async put(name: string, label: Label, request: LabelPutRequest = {}): Promise<LabelPutResult> {
    const { db, jobLabelRevisions, settings, runtimes } = this.#deps;
    const { runningJobs, printers } = request;
    const reached = printers?.map((printer) => runtimes.get(printer)) ?? runtimes.all();
    if (runningJobs === 'update') await this.#refuseUnprintable(name, label, reached);
    const result = await inTransaction(db, async (trx) => {
      await request.condition?.(trx);
      const { before, ...stored } = await this.#store(name, label, { ...request, trx });
      if (before !== undefined && before !== stored.revision) await jobLabelRevisions.keepInAll({ label: name, revision: before }, trx);
      const isUpdate = (runningJobs ?? ((await settings.doLabelChangesReachRunningJobs(trx)) ? 'update' : 'keep')) === 'update';
      const version = { label: name, revision: stored.revision };
      const updated = isUpdate ? await jobLabelRevisions.update(version, await this.#permitted(version, reached, trx), trx) : [];
      return { ...stored, jobs: await this.#report(name, updated, trx) };
    });
    this.#followUp(name, result);
    return result;
  }

  /** The names of the printers whose jobs may print the version. */
  async #permitted(
    { label: labelName, revision }: LabelRevision,
    runtimes: readonly PrinterRuntime[],
    trx: ControllerTransaction,
  ): Promise<string[]> {
    const permitted: string[] = [];
    for (const { printer } of runtimes) {
      if (await this.#deps.approvalRule.doesPermit(printer.name, { labelName, revision }, trx)) permitted.push(printer.name);
    }
    return permitted;
  }

  async #store(name: string, label: Label, { author = '', runningJobs, trx }: LabelPutRequest & { trx: ControllerTransaction }) {
    const { labels } = this.#deps;
    const before = await labels.findRevision(name, trx);
    const isStored = runningJobs === 'update' && before !== undefined && isSame((await labels.get(name, trx)).label, label);
    const outcome = isStored ? 'replaced' : await labels.put(name, label, { author, db: trx });
    return { before, isCreated: outcome === 'created', revision: await labels.revision(name, trx) };
  }

  /** The jobs that are in a queue and print the label. */
  async #report(name: string, updated: readonly Job[], trx: ControllerTransaction): Promise<LabelChange['jobs']> {
    const { jobs, jobLabels } = this.#deps;
    const reported: LabelChange['jobs'] = [];
    for (const job of updated) {
      const { id, printer, description, label_name: label } = job;
      if (job.state !== 'queued' || !(await jobLabels.names(job, trx)).has(name)) continue;
      jobs.publishQueueChange(printer, trx);
      const isSelected = (await jobs.findCurrent(printer, trx))?.id === id;
      reported.push({ id, printer, title: description || label || name, isSelected });
    }
    return reported;
  }

  /** Draws the next print of every running job that the change reaches. */
  async #refuseUnprintable(name: string, label: Label, runtimes: readonly PrinterRuntime[]): Promise<void> {
    const document = labelDocument(label);
    for (const { printer } of runtimes) {
      // A version that is not approved does not reach its jobs.
      if (await this.#deps.approvalRule.isFor(printer.name)) continue;
      const job = await this.#deps.jobs.findCurrent(printer.name);
      if (!job || job.frozen === 1 || job.label_data !== null) continue;
      await this.#refuseNext(name, { document, job, runtime: this.#deps.runtimes.getFor(printer) });
    }
  }

  async #refuseNext(
    name: string,
    { document, job, runtime }: { document: LabelDocument; job: Job; runtime: PrinterRuntime },
  ): Promise<void> {
    const { preparation, deviceMessages } = this.#deps;
    const { printer } = runtime;
    const next = await this.#findNext(job);
    if (next?.labelName !== name) return;
    try {
      const plan = { ...next, document };
      const values = await preparation.values(plan);
      await preparation.drawFor(printer, document, values);
      await deviceMessages.resolve(printer, plan, values);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const detail = `The job on "${printer.name}" cannot print this version of the label "${name}": ${error.message}`;
      throw new ProblemError(error.slug, { ...error.context, detail }, { cause: error });
    }
  }

  /** Undefined when the next print cannot be made of the version that the job has either. */
  async #findNext(job: Job): Promise<PrintPlan | undefined> {
    try {
      return await this.#deps.preparation.plan(job);
    } catch (error) {
      if (error instanceof ProblemError) return undefined;
      throw error;
    }
  }

  /** Logs the jobs that print another version, and prepares their next prints. */
  #followUp(name: string, { revision, jobs }: LabelPutResult): void {
    const { runtimes, log } = this.#deps;
    for (const { printer, id } of jobs) log.info(`${printer}: job ${id} prints version ${revision} of the label "${name}" from now on`);
    for (const printer of new Set(jobs.map((job) => job.printer))) {
      const runtime = runtimes.get(printer);
      runtime.preparedPicture = undefined;
      runtime.prefetchNextPrint();
    }
  }
}

/** Whether the stored label equals the one that would be stored. */
function isSame(stored: Label, label: Label): boolean {
  return isDeepStrictEqual(stored, JSON.parse(JSON.stringify(label)));
}
