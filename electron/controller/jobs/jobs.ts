import { sql } from 'kysely';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/controller-schema.ts';
import { tellNobody, type Tell } from '../events/events.ts';
import type { Job, NewJob } from './job.ts';
import { copyAhead, placeAfter, placeBefore, type CopyAhead, type Place, type RowsAhead } from './job-progress.ts';
import { SINGLE_ROW, type JobRows } from './job-rows.ts';
import { CURRENT, END, LENGTH, OWED_ROW, QUEUE, selectedValues } from './job-statements.ts';
import { QueueEnds } from './queue-ends.ts';

/** The copy that a job prints next: one that it owes of a row, or the one at its place. */
export type NextCopy = CopyAhead | { position: number; owedRow: number };

/** A print of a job: its id, the number of its row, and the print that it repeats. */
export interface JobPrint {
  id: number;
  job: string;
  row: number | null;
  reprint_of: number | null;
}

type Db = ControllerDatabase | ControllerTransaction;

/** As the index of queued jobs has it: a parameter would not find it. */
const IS_QUEUED = sql<boolean>`state = 'queued'`;

export interface JobsOptions {
  db: ControllerDatabase;
  now: () => number;
  newId: () => string;
  rows: JobRows;
  tell?: Tell;
}

/** The queues of all printers: a printer's current job is the queued one with the smallest position. */
export class Jobs {
  readonly #options: JobsOptions;
  /** Queues whose end the database does not have yet. */
  readonly ends: QueueEnds;

  constructor(options: JobsOptions) {
    this.#options = options;
    this.ends = new QueueEnds(options.tell);
  }

  /** A printer's queue, the current job first. */
  async queue(printer: string, db: Db = this.#options.db): Promise<Job[]> {
    if (this.ends.isEnded(printer)) return [];
    return db.selectFrom('jobs').selectAll().where('printer', '=', printer).where(IS_QUEUED).orderBy('position').execute();
  }

  async findCurrent(printer: string, db: Db = this.#options.db): Promise<Job | undefined> {
    return this.ends.isEnded(printer) ? undefined : CURRENT.first(db, printer);
  }

  async queueLength(printer: string, db: Db = this.#options.db): Promise<number> {
    if (this.ends.isEnded(printer)) return 0;
    const length = await LENGTH.first(db, printer);
    if (!length) throw new Error('A query for a count gave no row.');
    return length.queued;
  }

  /** The queued jobs of all printers. */
  async allQueued(db: ControllerDatabase | ControllerTransaction): Promise<Job[]> {
    const queued = await db.selectFrom('jobs').selectAll().where(IS_QUEUED).orderBy('printer').orderBy('position').execute();
    return queued.filter(({ printer }) => !this.ends.isEnded(printer));
  }

  /** Appends a job to a printer's queue. */
  async append(printer: string, job: NewJob, trx: ControllerTransaction): Promise<{ id: string; position: number }> {
    const position = await this.queueLength(printer, trx);
    return { id: await this.#queue(printer, job, trx), position };
  }

  /** Ends a printer's whole queue as a deselection does, and begins another one with a job. */
  async replace(printer: string, job: NewJob, trx: ControllerTransaction): Promise<{ id: string; position: number }> {
    await this.end(printer, 'deselected', trx);
    return { id: await this.#queue(printer, job, trx), position: 0 };
  }

  /**
   * Ends a printer's whole queue. A job that is done while its last prints are still on their way ends as well: should one of
   * them fail, nobody wants its copy any more.
   */
  async end(printer: string, state: 'aborted' | 'deselected', trx: ControllerTransaction): Promise<void> {
    await END.run(trx, printer, state);
    this.tellQueue(printer, trx);
  }

  /** What a job prints next: a copy that it owes, else the one at its place. Undefined at its end. Throws as `JobRows` does. */
  async next(job: Job, db: Db = this.#options.db): Promise<NextCopy | undefined> {
    const { rows } = this.#options;
    const owed = await this.#owedRow(job.id, db);
    if (owed !== undefined) return { position: await rows.positionOwed(job, owed, db), owedRow: owed };
    return copyAhead(placeOf(job), this.#rowsAhead(job, db));
  }

  /**
   * Counts a reserved print, with the copy that it is. A job that owes nothing at its end is done, and the next one becomes current. Returns
   * false, and the print must not be, when the job ended before.
   */
  async countStarted(job: Job, copy: NextCopy, trx: ControllerTransaction): Promise<boolean> {
    if ('owedRow' in copy) await takeOwed(job.id, copy.owedRow, trx);
    const reached = 'owedRow' in copy ? placeOf(job) : placeAfter(copy);
    const place = reached.rowStarted > 0 && !('owedRow' in copy) ? reached : await this.#settledPlace(job, reached, trx);
    const isDone = place === undefined && (await this.#owedRow(job.id, trx)) === undefined;
    const { cursor, rowStarted } = place ?? reached;
    const counted = await trx
      .updateTable('jobs')
      .set((query) => ({ started: query('started', '+', 1), cursor, row_started: rowStarted, ...(isDone && { state: 'done' as const }) }))
      .where('id', '=', job.id)
      .where('state', '=', 'queued')
      .returning('id')
      .executeTakeFirst();
    if (isDone) this.tellQueue(job.printer, trx);
    return counted !== undefined;
  }

  /** A job of a printer's queue was queued, ended, moved or taken away. */
  tellQueue(printer: string, trx: ControllerTransaction): void {
    const { tell = tellNobody } = this.#options;
    tell({ type: 'queue:changed', printer }, trx);
  }

  /** Counts a reprint that was reserved, whatever became of its job: it makes no progress in it. Returns how it is printed. */
  async countReprint(job: string, trx: ControllerTransaction): Promise<Pick<Job, 'print_delay'>> {
    return trx
      .updateTable('jobs')
      .set((query) => ({ started: query('started', '+', 1) }))
      .where('id', '=', job)
      .returning('print_delay')
      .executeTakeFirstOrThrow();
  }

  /**
   * Counts a confirmed print, also in its table where the job says so, and it is no reprint: the column tells the copies of a row that its job
   * asked for. Returns why its row could not be counted in a table that was changed
   * since: the mark is on the product all the same.
   */
  async countPrinted({ job, row, reprint_of: original }: JobPrint, trx: ControllerTransaction): Promise<string | undefined> {
    const counted = await trx
      .updateTable('jobs')
      .set((query) => ({ printed: query('printed', '+', 1) }))
      .where('id', '=', job)
      .returning(['table_name', 'key_column', 'key', 'first_row', 'row_count', 'copies', 'copies_column', 'printed_column'])
      .executeTakeFirstOrThrow();
    if (original !== null) return undefined;
    try {
      await this.#options.rows.countPrinted(counted, row, trx);
      return undefined;
    } catch (error) {
      if (error instanceof ProblemError) return error.message;
      throw error;
    }
  }

  /**
   * Counts a print that was certainly not made. Its copy is owed again: a job that was done returns to its place in the queue, unless that
   * queue has ended. What was printed before the job was begun again is owed by nobody, and neither is a reprint.
   */
  async countVoided({ id, job, row, reprint_of: original }: JobPrint, trx: ControllerTransaction): Promise<void> {
    const {
      printer,
      first_row: first,
      live,
      seek_print: seek,
      state,
    } = await trx
      .updateTable('jobs')
      .set((query) => ({ voided: query('voided', '+', 1) }))
      .where('id', '=', job)
      .returning(['printer', 'first_row', 'live', 'seek_print', 'state'])
      .executeTakeFirstOrThrow();
    if (live === 0 || id <= seek || original !== null) return;
    await trx
      .insertInto('job_owed')
      .values({ job, row: first === null ? SINGLE_ROW : (row ?? SINGLE_ROW), copies: 1 })
      .onConflict((conflict) => conflict.doUpdateSet((query) => ({ copies: query('job_owed.copies', '+', 1) })))
      .execute();
    if (state !== 'done') return;
    await trx.updateTable('jobs').set({ state: 'queued' }).where('id', '=', job).execute();
    this.tellQueue(printer, trx);
  }

  /** The place from which the job goes on, undefined at its end. What is wrong with the next row is said when it is to be printed. */
  async #settledPlace(job: Job, reached: Place, trx: ControllerTransaction): Promise<Place | undefined> {
    try {
      const next = await copyAhead(reached, this.#rowsAhead(job, trx));
      return next && placeBefore(next);
    } catch (error) {
      if (error instanceof ProblemError) return reached;
      throw error;
    }
  }

  #rowsAhead(job: Job, db: Db): RowsAhead {
    return { find: (from) => this.#options.rows.ahead(job, from, db), isRepeated: job.repeat_print === 1 };
  }

  async #owedRow(job: string, db: Db): Promise<number | undefined> {
    return (await OWED_ROW.first(db, job))?.row;
  }

  async #queue(printer: string, job: NewJob, trx: ControllerTransaction): Promise<string> {
    const { now, newId } = this.#options;
    const id = newId();
    await QUEUE.run(trx, id, printer, now(), ...selectedValues(job));
    this.tellQueue(printer, trx);
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

function placeOf({ cursor, row_started: rowStarted }: Job): Place {
  return { cursor, rowStarted };
}
