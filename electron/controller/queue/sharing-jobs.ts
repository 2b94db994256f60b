import { EventEmitter } from 'node:events';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerRowRun } from '#contract/plant/row-run.ts';
import type { ControllerTransaction } from '#storage/database/controller-schema.ts';
import { afterCommit } from '#storage/database/open-transactions.ts';
import { isSharing, rowsGiven, type SharedCopy, type SharedRows, type SharingJob } from './shared-rows.ts';
import { ALL_SHARING, COUNT_ELSEWHERE, SHARING, SHOW_PROGRESS } from './shared-row-statements.ts';
import type { Job } from './job.ts';
import type { PlantRun } from './plant-rows.ts';

export interface SharingJobsOptions {
  shared: SharedRows;
  /** The queue of a printer changes with this transaction. */
  publishQueueChange: (printer: string, trx: ControllerTransaction) => void;
}

/**
 * Keeps the jobs of all printers that share rows up to date: a job is done when no copy of its rows is left, whichever printer took the last
 * one, and returns to its queue when a print is void and no other job can print it.
 */
export class SharingJobs {
  /** `changed` names a printer whose current job may be another one now. Emitted after the commit. */
  readonly events = new EventEmitter<{ changed: [printer: string] }>();
  readonly #options: SharingJobsOptions;

  constructor(options: SharingJobsOptions) {
    this.#options = options;
  }

  /** Whether a copy that was planned is still the next one of its job. */
  async isNext(job: SharingJob, planned: { position: number }, trx: ControllerTransaction): Promise<boolean> {
    return isSameCopy(await this.#options.shared.next(job, trx), planned);
  }

  /** Throws `rows-given` for a new job whose rows others took while they were checked. */
  async refuseFinished(id: string, trx: ControllerTransaction): Promise<void> {
    const job = await trx.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    if (isSharing(job) && (await this.#isAtEnd(job, trx))) throw rowsGiven(job.table_name);
  }

  /** Gives the next copy of the job to a print. The job must not have reached its end. */
  async claim(job: SharingJob, print: number, trx: ControllerTransaction): Promise<void> {
    const { shared } = this.#options;
    const copy = await shared.next(job, trx);
    if (!copy) throw new Error('No copy is left for the print.');
    const row = await shared.claim(job, { print, copy }, trx);
    for (const other of await SHARING.all(trx, job.allocation, row)) {
      if (other.id !== job.id) await COUNT_ELSEWHERE.run(trx, other.id, 1);
      await this.#update(other, trx);
    }
  }

  /** The print of a job is void: its copy is given again. */
  async giveAgain(job: Job, print: number, trx: ControllerTransaction): Promise<void> {
    const claim = await this.#options.shared.giveAgain(print, trx);
    if (!claim) return;
    const jobs = await SHARING.all(trx, claim.allocation, claim.row);
    for (const { id } of jobs) if (id !== job.id) await COUNT_ELSEWHERE.run(trx, id, -1);
    const queued = jobs.filter(({ state }) => state === 'queued');
    const revived = queued.length > 0 ? undefined : (jobs.find(({ id }) => id === job.id) ?? jobs[0]);
    // Of a run that is shared over the plant another line may have the row by now.
    if (revived && isSharing(revived) && !(await this.#isAtEnd(revived, trx))) await this.#move(revived, 'queued', trx);
    for (const { printer } of queued) this.#emit(printer, trx);
  }

  /** The plant has said something about a run: its jobs have other rows now, or are done. Returns whether anything has changed. */
  async receive(allocation: number, answer: ControllerRowRun | { refusal: string }, trx: ControllerTransaction): Promise<boolean> {
    if (!(await this.#options.shared.receive(allocation, answer, trx))) return false;
    for (const job of await ALL_SHARING.all(trx, allocation)) {
      await this.#update(job, trx);
      this.#options.publishQueueChange(job.printer, trx);
      this.#emit(job.printer, trx);
    }
    return true;
  }

  /** Looks at what became of the rows of a run: see `SharedRows.settle`. */
  async settle(run: PlantRun, trx: ControllerTransaction): Promise<void> {
    const job = (await ALL_SHARING.all(trx, run.allocation)).find(isSharing);
    await this.#options.shared.settle(run, job, trx);
  }

  /** Jobs of an allocation that were restarted continue with what is left; those without anything left are done. */
  async updateAll(allocation: number, trx: ControllerTransaction): Promise<void> {
    for (const job of await ALL_SHARING.all(trx, allocation)) await this.#update(job, trx);
  }

  /** Updates the progress of a job, and its state if no copy is left. */
  async #update(job: Job, trx: ControllerTransaction): Promise<void> {
    if (!isSharing(job) || job.state !== 'queued') return;
    if (await this.#isAtEnd(job, trx)) return this.#move(job, 'done', trx);
    await SHOW_PROGRESS.run(trx, job.id, await this.#options.shared.finishedRows(job, trx), job.state);
  }

  /** An error in the next row is reported when that row is printed. */
  async #isAtEnd(job: SharingJob, trx: ControllerTransaction): Promise<boolean> {
    try {
      return (await this.#options.shared.next(job, trx)) === undefined;
    } catch (error) {
      if (error instanceof ProblemError) return false;
      throw error;
    }
  }

  async #move(job: Job, state: 'queued' | 'done', trx: ControllerTransaction): Promise<void> {
    if (!isSharing(job)) return;
    await SHOW_PROGRESS.run(trx, job.id, await this.#options.shared.finishedRows(job, trx), state);
    this.#options.publishQueueChange(job.printer, trx);
    this.#emit(job.printer, trx);
  }

  #emit(printer: string, trx: ControllerTransaction): void {
    afterCommit(trx, () => this.events.emit('changed', printer));
  }
}

function isSameCopy(one: SharedCopy | undefined, other: object): boolean {
  if (!one) return false;
  const parts = ['position', 'copy', 'owedRow'] as const;
  return parts.every((part) => Reflect.get(one, part) === Reflect.get(other, part));
}
