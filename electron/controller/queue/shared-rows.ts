import type { ControllerRowRun } from '#contract/plant/row-run.ts';
import type { RowSharing } from '#contract/api-v3/table.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inReadTransaction } from '#storage/database/in-transaction.ts';
import type { NextRowCopy } from './job-progress.ts';
import type { JobRows } from './job-rows.ts';
import type { Job } from './job.ts';
import { isRestPrinted, rowsUsedUp, type NamedRun, type PlantRows, type PlantRun, type Range } from './plant-rows.ts';
import {
  ALLOCATE,
  ALLOCATION,
  CLAIM,
  FINISH,
  FINISHED,
  FINISHED_UNTIL,
  NEW_ALLOCATION,
  OWE,
  OWED,
  REMOVE,
  ROWS,
  RUN_ALLOCATION,
  SHIFT,
  TAKE,
  TAKE_CLAIM,
  TAKE_OWED,
  TAKE_TOUCHING,
  TAKEN,
  TAKEN_IN,
  UNUSED_ALLOCATIONS,
} from './shared-row-statements.ts';

type Db = ControllerDatabase | ControllerTransaction;

/** A job that shares its rows. */
export type SharingJob = Job & { allocation: number; first_row: number; row_count: number; table_name: string };

/** The columns of a job that say how it shares its rows. */
export type SharedRange = Pick<Job, 'table_name' | 'first_row' | 'row_count' | 'copies' | 'copies_column'>;

/** The next copy of shared rows: one that is owed, or the next one; the rows from `from` on until it have no copies. */
export type SharedCopy = { position: number; owedRow: number } | (NextRowCopy & { from: number });

const WHOLE: Range = { from: 0, end: Number.MAX_SAFE_INTEGER };

/** Whether a job shares its rows with others. */
export function isSharing(job: Job): job is SharingJob {
  return job.allocation !== null && job.first_row !== null && job.row_count !== null && job.table_name !== null;
}

/**
 * The rows that jobs share: of all jobs with shared rows over a table, each row and copy is given to exactly one print. What was given stays
 * known after a job has ended, until the table is replaced or its rows are released. The time to give a copy does not depend on the number of rows:
 * finished rows are stored as ranges. Of a run that is shared over the plant only the rows are given that this controller has.
 */
export class SharedRows {
  readonly #db: ControllerDatabase;
  readonly #rows: JobRows;
  readonly #plantRows: PlantRows;

  constructor({ db, rows, plantRows }: { db: ControllerDatabase; rows: JobRows; plantRows: PlantRows }) {
    this.#db = db;
    this.#rows = rows;
    this.#plantRows = plantRows;
  }

  /**
   * The allocation for a new job, and the copies and rows of its range that are given already. Throws `row-copies-differ` when other jobs gave
   * the rows with other numbers of copies, and `row-run-differs` when the run has another content.
   */
  async join(
    job: SharedRange,
    run: NamedRun | undefined,
    trx: ControllerTransaction,
  ): Promise<Pick<Job, 'allocation' | 'elsewhere' | 'cursor'>> {
    const { table_name: table, first_row: from, row_count: count } = job;
    if (table === null || from === null || count === null) throw new Error('Only a range of rows can be shared.');
    const allocation = await (run ? this.#plantRows.join(run, trx) : this.#allocationFor(table, job, trx));
    const range = { from, end: from + count };
    const elsewhere = (await TAKEN_IN.first(trx, allocation, range.from, range.end))?.copies ?? 0;
    return { allocation, elsewhere, cursor: await finishedIn(allocation, range, trx) };
  }

  /**
   * Returns the copies of a row that are still to be given, as they are now. Throws as `join` does.
   */
  async remaining(
    { table, run }: { table: string; run: string | undefined },
    job: Pick<Job, 'copies' | 'copies_column'>,
    range: Range,
  ): Promise<(row: number, copies: number) => number> {
    const given = await inReadTransaction(this.#db, async (trx) => {
      const allocation = await (run === undefined ? ALLOCATION.first(trx, table) : RUN_ALLOCATION.first(trx, run));
      if (!allocation) return undefined;
      if (run === undefined) refuseOtherCopies(table, allocation, job);
      const parameters = [allocation.id, range.from, range.end] as const;
      return { finished: await FINISHED.all(trx, ...parameters), rows: await ROWS.all(trx, ...parameters) };
    });
    if (!given) return (_row, copies) => copies;
    const rows = new Map(given.rows.map(({ row, ...counts }) => [row, counts]));
    const isFinished = (row: number) => given.finished.some(({ first_row: first, end_row: end }) => row >= first && row < end);
    return (row, copies) => {
      const { taken = 0, owed = 0 } = rows.get(row) ?? {};
      return (isFinished(row) ? 0 : Math.max(0, copies - taken)) + owed;
    };
  }

  /**
   * The next copy that a job could print; undefined when all copies of its rows are given. Throws as `JobRows` does, and `rows-used-up` while this controller
   * has no row of the run, and other rows may come.
   */
  async next(job: SharingJob, db: Db = this.#db): Promise<SharedCopy | undefined> {
    const run = await this.#plantRows.find(job.allocation, db);
    if (!run) return this.#nextIn(job, { from: job.first_row, end: job.first_row + job.row_count }, db);
    for (const range of await this.#plantRows.ready(job.allocation, db)) {
      const copy = await this.#nextIn(job, range, db);
      if (copy) return copy;
    }
    if (isRestPrinted(run)) return undefined;
    throw rowsUsedUp(run);
  }

  /** The next copy of the rows in a range. */
  async #nextIn(job: SharingJob, range: Range, db: Db): Promise<SharedCopy | undefined> {
    const { allocation, first_row: first } = job;
    const { end } = range;
    const owed = await OWED.first(db, allocation, range.from, end);
    if (owed) return { position: owed.row - first, owedRow: owed.row };
    let at = range.from;
    let from: number | undefined;
    while (at < end) {
      at = await finishedUntil(allocation, at, db);
      from ??= at;
      const found = await this.#rows.ahead(job, at - first, db);
      if (!found) return undefined;
      const row = first + found.position;
      if (row >= end) return undefined;
      const taken = (await TAKEN.first(db, allocation, row))?.taken ?? 0;
      const isFree = (await finishedUntil(allocation, row, db)) === row;
      if (isFree && (found.copies === null || taken < found.copies)) return { ...found, copy: taken + 1, from };
      // Finished, or the number of copies was lowered after some were given.
      at = row + 1;
    }
    return undefined;
  }

  /** Gives a copy to a print. The copy is the one that `next` returned in this transaction. Returns its row. */
  async claim(job: SharingJob, { print, copy }: { print: number; copy: SharedCopy }, trx: ControllerTransaction): Promise<number> {
    const { allocation, first_row: first } = job;
    const row = first + copy.position;
    await CLAIM.run(trx, print, allocation, row);
    if ('owedRow' in copy) await TAKE_OWED.run(trx, allocation, row);
    else await TAKE.run(trx, allocation, row);
    if ('copy' in copy && copy.copy === copy.copies) await finish(allocation, { from: copy.from, end: row + 1 }, trx);
    return row;
  }

  /** The print was made, or the device has it: its copy is never given again. */
  async confirm(print: number, trx: ControllerTransaction): Promise<void> {
    await TAKE_CLAIM.first(trx, print);
  }

  /** The print is void: its copy is given again. Returns its row; undefined when the rows of the table were replaced or released since. */
  async giveAgain(print: number, trx: ControllerTransaction): Promise<{ allocation: number; row: number } | undefined> {
    const claim = await TAKE_CLAIM.first(trx, print);
    if (claim) await OWE.run(trx, claim.allocation, claim.row);
    return claim;
  }

  /** The rows of a job's range that are finished. */
  async finishedRows({ allocation, first_row: first, row_count: count }: SharingJob, trx: ControllerTransaction): Promise<number> {
    return finishedIn(allocation, { from: first, end: first + count }, trx);
  }

  /** Stores what the plant says about a run. Returns whether jobs have other rows now, or another reason why there is none. */
  async receive(allocation: number, answer: ControllerRowRun | { refusal: string }, trx: ControllerTransaction): Promise<boolean> {
    if ('refusal' in answer) return this.#plantRows.refused(allocation, answer.refusal, trx);
    return this.#plantRows.receive(allocation, answer, trx);
  }

  /** Looks at what became of the rows of a run, for the plant: see `PlantRows.settle`. `job` is any that shares them and has not ended. */
  async settle(run: PlantRun, job: SharingJob | undefined, trx: ControllerTransaction): Promise<void> {
    const isPrinted = async (range: Range) => {
      try {
        return job !== undefined && (await this.#nextIn(job, range, trx)) === undefined;
      } catch (error) {
        // A row that cannot be printed is not printed.
        if (error instanceof ProblemError) return false;
        throw error;
      }
    };
    const forget = (range: Range) => unfinish(run.allocation, range, trx);
    await this.#plantRows.settle(run, { isPrinted, forget }, trx);
  }

  /** New rows before the row `at`: none of their copies is given. */
  async insert(table: string, { at, count }: { at: number; count: number }, trx: ControllerTransaction): Promise<void> {
    const allocation = await ALLOCATION.first(trx, table);
    if (!allocation) return;
    await shift(allocation.id, { from: at, by: count }, trx);
    await moveFinished(allocation.id, trx, ({ from, end }) => {
      const before = { from, end: Math.min(end, at) };
      return [before, { from: Math.max(from, at) + count, end: end + count }];
    });
  }

  /** These rows are deleted. */
  async remove(table: string, { from: first, end: last }: Range, trx: ControllerTransaction): Promise<void> {
    const allocation = await ALLOCATION.first(trx, table);
    if (!allocation) return;
    for (const statement of REMOVE) await statement.run(trx, allocation.id, first, last);
    await shift(allocation.id, { from: last, by: first - last }, trx);
    const moved = (row: number) => (row < last ? Math.min(row, first) : row - (last - first));
    await moveFinished(allocation.id, trx, ({ from, end }) => [{ from: moved(from), end: moved(end) }]);
  }

  /** A column has another name. */
  async renameColumn(table: string, { column, name }: { column: string; name: string }, trx: ControllerTransaction): Promise<void> {
    const allocation = await ALLOCATION.first(trx, table);
    if (allocation?.copies_column !== column) return;
    await trx.updateTable('row_allocations').set({ copies_column: name }).where('id', '=', allocation.id).execute();
  }

  /** Forgets what was given: the next jobs that share the rows print all of them. */
  async release(table: string, trx: ControllerTransaction): Promise<void> {
    await ALLOCATE.run(trx, table, null);
  }

  /** What was given of the rows of a table. */
  async describe(table: string, db?: ControllerTransaction): Promise<RowSharing> {
    return db ? describeIn(table, db) : inReadTransaction(this.#db, (trx) => describeIn(table, trx));
  }

  async #allocationFor(table: string, job: SharedRange, trx: ControllerTransaction): Promise<number> {
    const existing = await ALLOCATION.first(trx, table);
    if (existing) {
      refuseOtherCopies(table, existing, job);
      return existing.id;
    }
    for (const { id } of await UNUSED_ALLOCATIONS.all(trx)) await dropAllocation(id, trx);
    const created = await NEW_ALLOCATION.first(trx, job.copies ?? 1, job.copies_column);
    if (!created) throw new Error('The allocation was not stored.');
    await ALLOCATE.run(trx, table, created.id);
    return created.id;
  }
}

/** The problem for a selection whose rows are all given. */
export function rowsGiven(table: string): ProblemError {
  const detail = `All rows of the selection from the table "${table}" are printed already, or are being printed by the jobs that share them.`;
  return new ProblemError('rows-given', { detail, instance: `/api/v3/tables/${encodeURIComponent(table)}` });
}

async function finishedIn(allocation: number, { from, end }: Range, trx: ControllerTransaction): Promise<number> {
  const ranges = await FINISHED.all(trx, allocation, from, end);
  return ranges.reduce((sum, { first_row: first, end_row: last }) => sum + Math.min(last, end) - Math.max(first, from), 0);
}

/** The row itself unless it is finished; then the end of its finished range. */
async function finishedUntil(allocation: number, row: number, db: Db): Promise<number> {
  return Math.max(row, (await FINISHED_UNTIL.first(db, allocation, row))?.end_row ?? 0);
}

/** Adds finished rows, as one range with those that they touch. */
async function finish(allocation: number, { from, end }: Range, trx: ControllerTransaction): Promise<void> {
  const touching = await TAKE_TOUCHING.all(trx, allocation, from, end);
  const first = Math.min(from, ...touching.map(({ first_row: row }) => row));
  const last = Math.max(end, ...touching.map(({ end_row: row }) => row));
  await FINISH.run(trx, allocation, first, last);
}

/** The rows are not finished any more. */
async function unfinish(allocation: number, { from, end }: Range, trx: ControllerTransaction): Promise<void> {
  for (const { first_row: first, end_row: last } of await TAKE_TOUCHING.all(trx, allocation, from, end)) {
    if (first < from) await FINISH.run(trx, allocation, first, Math.min(last, from));
    if (last > end) await FINISH.run(trx, allocation, Math.max(first, end), last);
  }
}

/** Moves the rows from `from` on by a difference. In two steps: a key must not be used twice in between. */
async function shift(allocation: number, { from, by }: { from: number; by: number }, trx: ControllerTransaction): Promise<void> {
  for (const statement of SHIFT) await statement.run(trx, allocation, from, by);
}

async function moveFinished(allocation: number, trx: ControllerTransaction, moved: (range: Range) => Range[]): Promise<void> {
  const ranges = await TAKE_TOUCHING.all(trx, allocation, WHOLE.from, WHOLE.end);
  for (const { first_row: from, end_row: end } of ranges) {
    for (const range of moved({ from, end })) if (range.from < range.end) await finish(allocation, range, trx);
  }
}

async function dropAllocation(id: number, trx: ControllerTransaction): Promise<void> {
  await trx.deleteFrom('row_claims').where('allocation', '=', id).execute();
  await trx.deleteFrom('allocated_rows').where('allocation', '=', id).execute();
  await trx.deleteFrom('finished_rows').where('allocation', '=', id).execute();
  await trx.deleteFrom('row_allocations').where('id', '=', id).execute();
}

function refuseOtherCopies(
  table: string,
  { copies, copies_column: column }: { copies: number; copies_column: string | null },
  job: Pick<Job, 'copies' | 'copies_column'>,
): void {
  if (copies === (job.copies ?? 1) && column === job.copies_column) return;
  const present = column === null ? `${copies} of each row` : `the column "${column}", ${copies} where its cell is empty`;
  const detail = `Jobs share the rows of the table "${table}" with these copies: ${present}. Select the same copies, or release the rows of the table.`;
  throw new ProblemError('row-copies-differ', { detail, instance: `/api/v3/tables/${encodeURIComponent(table)}` });
}

async function describeIn(table: string, trx: ControllerTransaction): Promise<RowSharing> {
  const allocation = await ALLOCATION.first(trx, table);
  if (!allocation) return { isShared: false, finishedRows: 0, takenCopies: 0 };
  const { id, copies, copies_column: copiesColumn } = allocation;
  return {
    isShared: true,
    copies,
    ...(copiesColumn === null ? {} : { copiesColumn }),
    finishedRows: await finishedIn(id, WHOLE, trx),
    takenCopies: (await TAKEN_IN.first(trx, id, WHOLE.from, WHOLE.end))?.copies ?? 0,
  };
}
