import { sql } from 'kysely';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { noPublish, type Publish } from '../events/events.ts';
import type { Job, NewJob } from './job.ts';
import { nextRowCopy, positionAfter, positionBefore, type NextRowCopy, type JobPosition, type RowSource } from './job-progress.ts';
import { SINGLE_ROW, type JobRows } from './job-rows.ts';
import {
  COUNT_LAST_STARTED,
  COUNT_PRINTED,
  COUNT_STARTED,
  CURRENT,
  END,
  LENGTH,
  OVER_ROWS,
  OWED_ROW,
  QUEUE,
  selectedValues,
} from './job-statements.ts';
import { isSharing, type SharedRows } from './shared-rows.ts';
import { SharingJobs } from './sharing-jobs.ts';
import { PendingQueueEnds } from './pending-queue-ends.ts';

/** The next copy of a job: an owed copy of a row, or the copy at its position. */
export type NextCopy = NextRowCopy | { position: number; owedRow: number };

/** A print of a job: its id, its row number, and the print that it repeats. */
export interface JobPrint {
  id: number;
  job: string;
  row: number | null;
  reprint_of: number | null;
  /** The print that it replaces. */
  supersedes: number | null;
}

type Db = ControllerDatabase | ControllerTransaction;

/** A literal: SQLite does not use the partial index of queued jobs for a bound parameter. */
const IS_QUEUED = sql<boolean>`state = 'queued'`;

export interface JobQueuesOptions {
  db: ControllerDatabase;
  now: () => number;
  newId: () => string;
  rows: JobRows;
  shared: SharedRows;
  publish?: Publish;
}

/** The queues of all printers: a printer's current job is the queued one with the smallest position. */
export class JobQueues {
  readonly #options: JobQueuesOptions;
  /** Ends of queues that are not stored yet. */
  readonly pendingEnds: PendingQueueEnds;
  /** The jobs that share rows with others. */
  readonly sharing: SharingJobs;

  constructor(options: JobQueuesOptions) {
    this.#options = options;
    this.pendingEnds = new PendingQueueEnds(options.publish);
    this.sharing = new SharingJobs({
      shared: options.shared,
      publishQueueChange: (printer, trx) => this.publishQueueChange(printer, trx),
    });
  }

  /** A printer's queue, the current job first. */
  async queue(printer: string, db: Db = this.#options.db): Promise<Job[]> {
    if (this.pendingEnds.isEnded(printer)) return [];
    return db.selectFrom('jobs').selectAll().where('printer', '=', printer).where(IS_QUEUED).orderBy('position').execute();
  }

  async findCurrent(printer: string, db: Db = this.#options.db): Promise<Job | undefined> {
    return this.pendingEnds.isEnded(printer) ? undefined : CURRENT.first(db, printer);
  }

  async queueLength(printer: string, db: Db = this.#options.db): Promise<number> {
    if (this.pendingEnds.isEnded(printer)) return 0;
    const length = await LENGTH.first(db, printer);
    if (!length) throw new Error('The count query returned no row.');
    return length.queued;
  }

  /** The queued jobs of all printers, by printer and position. */
  async allQueued(db: ControllerDatabase | ControllerTransaction): Promise<Job[]> {
    const queued = await db.selectFrom('jobs').selectAll().where(IS_QUEUED).orderBy('printer').orderBy('position').execute();
    return queued.filter(({ printer }) => !this.pendingEnds.isEnded(printer));
  }

  /**
   * The jobs that find rows of this table by their numbers: queued ones, those with prints in progress that may be repeated, and those that
   * will count a print in its row.
   */
  async overRowsOf(table: string, trx: ControllerTransaction): Promise<Job[]> {
    const found = await OVER_ROWS.all(trx, table);
    return found.filter(({ printer, state }) => state !== 'queued' || !this.pendingEnds.isEnded(printer));
  }

  /** Appends a job to a printer's queue. Returns its id and its position, from 0. */
  async append(printer: string, job: NewJob, trx: ControllerTransaction): Promise<{ id: string; position: number }> {
    const position = await this.queueLength(printer, trx);
    return { id: await this.#queue(printer, job, trx), position };
  }

  /** Stores the job of one test print, which has ended: it is in no queue. Returns its id. */
  async addTest(printer: string, { label, operator }: { label: string; operator: string }, trx: ControllerTransaction): Promise<string> {
    const { newId, now } = this.#options;
    const id = newId();
    await trx
      .insertInto('jobs')
      .values({
        ...{ id, printer, position: 0, state: 'done', description: '', label_name: '', label_data: label, label_revision: 0 },
        ...{ started: 1, printed: 0, voided: 0, created: now(), copies: 1, live: 0, operator, purpose: 'test' },
      })
      .execute();
    return id;
  }

  /** Ends a printer's queue as a deselection does, and starts a new one with this job. */
  async replace(printer: string, job: NewJob, trx: ControllerTransaction): Promise<{ id: string; position: number }> {
    await this.end(printer, 'deselected', trx);
    return { id: await this.#queue(printer, job, trx), position: 0 };
  }

  /** Ends a printer's whole queue. Jobs that are done but have prints in progress end as well: a copy that fails is not owed again. */
  async end(printer: string, state: 'aborted' | 'deselected', trx: ControllerTransaction): Promise<void> {
    await END.run(trx, printer, state);
    this.publishQueueChange(printer, trx);
  }

  /** The next copy of a job: an owed copy first, else the one at its position. Undefined at the end. Throws as `JobRows` does. */
  async next(job: Job, db: Db = this.#options.db): Promise<NextCopy | undefined> {
    const { rows, shared } = this.#options;
    if (isSharing(job)) return shared.next(job, db);
    const owed = await this.#owedRow(job.id, db);
    if (owed !== undefined) return { position: await rows.positionOwed(job, owed, db), owedRow: owed };
    return nextRowCopy(positionOf(job), this.#rowsAhead(job, db));
  }

  /**
   * Counts a reserved print and its copy. A job at its end that owes nothing is done, and the next job becomes current. Returns false when
   * the job has ended: then the print must not be made.
   */
  async countStarted(job: Job, { copy, print }: { copy: NextCopy; print: number }, trx: ControllerTransaction): Promise<boolean> {
    if (isSharing(job)) {
      if (!(await COUNT_STARTED.first(trx, job.id, job.cursor, job.row_started))) return false;
      await this.sharing.claim(job, print, trx);
      return true;
    }
    if ('owedRow' in copy) await takeOwed(job.id, copy.owedRow, trx);
    const reached = 'owedRow' in copy ? positionOf(job) : positionAfter(copy);
    const position = reached.rowStarted > 0 && !('owedRow' in copy) ? reached : await this.#nextPosition(job, reached, trx);
    const isDone = position === undefined && (await this.#owedRow(job.id, trx)) === undefined;
    const { cursor, rowStarted } = position ?? reached;
    const counted = await (isDone ? COUNT_LAST_STARTED : COUNT_STARTED).first(trx, job.id, cursor, rowStarted);
    if (isDone) this.publishQueueChange(job.printer, trx);
    return counted !== undefined;
  }

  /** A printer's queue has changed: publishes it when the transaction commits. */
  publishQueueChange(printer: string, trx: ControllerTransaction): void {
    const { publish = noPublish } = this.#options;
    publish({ type: 'queue:changed', printer }, trx);
  }

  /** Whether this copy, which was planned before the transaction, is still to be printed by this job. */
  async isStillNext(job: Job, copy: NextCopy, trx: ControllerTransaction): Promise<boolean> {
    return !isSharing(job) || this.sharing.isNext(job, copy, trx);
  }

  /** Counts a reserved reprint, in whatever state its job is; the job makes no progress. Returns the job's print delay. */
  async countReprint(job: string, trx: ControllerTransaction): Promise<Pick<Job, 'print_delay'>> {
    return trx
      .updateTable('jobs')
      .set((query) => ({ started: query('started', '+', 1) }))
      .where('id', '=', job)
      .returning('print_delay')
      .executeTakeFirstOrThrow();
  }

  /**
   * Counts a confirmed print or one that was handed over, and unless it is a reprint also in the `printedColumn` of its table row. Returns why the row could not be
   * counted in a table that has changed since: the product is marked nevertheless.
   */
  async countPrinted(
    { id, job, row, reprint_of: original }: JobPrint,
    to: 'printed' | 'handed-over',
    trx: ControllerTransaction,
  ): Promise<string | undefined> {
    const counted = await COUNT_PRINTED.first(trx, job, Number(to === 'printed'), Number(to === 'handed-over'));
    if (!counted) throw new Error(`the job ${job} of a print is missing`);
    if (original !== null) return undefined;
    if (counted.allocation !== null) await this.#options.shared.confirm(id, trx);
    try {
      await this.#options.rows.countPrinted(counted, row, trx);
      return undefined;
    } catch (error) {
      if (error instanceof ProblemError) return error.message;
      throw error;
    }
  }

  /**
   * Counts a print that was certainly not made. Its copy is owed again: a job that was done returns to the queue unless the queue has
   * ended. Nothing is owed for a reprint, or for a print from before the job was started again. A copy of shared rows is given to the next job that shares them.
   */
  async countVoided({ id, job, row, reprint_of: original, supersedes }: JobPrint, trx: ControllerTransaction): Promise<void> {
    const voided = await trx
      .updateTable('jobs')
      .set((query) => ({ voided: query('voided', '+', 1) }))
      .where('id', '=', job)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (isSharing(voided)) return this.sharing.giveAgain(voided, id, trx);
    const { printer, first_row: first, live, seek_print: seek, state } = voided;
    if (live === 0 || id <= seek || original !== null) return;
    await trx
      .insertInto('job_owed')
      .values({ job, row: supersedes ?? (first === null ? SINGLE_ROW : (row ?? SINGLE_ROW)), copies: 1 })
      .onConflict((conflict) => conflict.doUpdateSet((query) => ({ copies: query('job_owed.copies', '+', 1) })))
      .execute();
    if (state !== 'done') return;
    await trx.updateTable('jobs').set({ state: 'queued' }).where('id', '=', job).execute();
    this.publishQueueChange(printer, trx);
  }

  /** The position from which the job continues; undefined at its end. An error in the next row is reported when that row is printed. */
  async #nextPosition(job: Job, reached: JobPosition, trx: ControllerTransaction): Promise<JobPosition | undefined> {
    try {
      const next = await nextRowCopy(reached, this.#rowsAhead(job, trx));
      return next && positionBefore(next);
    } catch (error) {
      if (error instanceof ProblemError) return reached;
      throw error;
    }
  }

  #rowsAhead(job: Job, db: Db): RowSource {
    return { find: (from) => this.#options.rows.ahead(job, from, db), isRepeated: job.repeat_print === 1 };
  }

  async #owedRow(job: string, db: Db): Promise<number | undefined> {
    return (await OWED_ROW.first(db, job))?.row;
  }

  async #queue(printer: string, job: NewJob, trx: ControllerTransaction): Promise<string> {
    const { now, newId } = this.#options;
    const id = newId();
    await QUEUE.run(trx, id, printer, now(), ...selectedValues(job));
    this.publishQueueChange(printer, trx);
    return id;
  }
}

async function takeOwed(job: string, row: number, trx: ControllerTransaction): Promise<void> {
  await trx
    .updateTable('job_owed')
    .set((query) => ({ copies: query('copies', '-', 1) }))
    .where('job', '=', job)
    .where('row', '=', row)
    .execute();
  await trx.deleteFrom('job_owed').where('job', '=', job).where('row', '=', row).where('copies', '<=', 0).execute();
}

function positionOf({ cursor, row_started: rowStarted }: Job): JobPosition {
  return { cursor, rowStarted };
}
