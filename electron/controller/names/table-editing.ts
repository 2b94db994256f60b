import type { ColumnRenaming, ColumnToDelete, NewColumn, NewRows, RowsToDelete } from '#contract/api-v3/table.ts';
import type { ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import type { IdempotentRequest } from '../idempotency/idempotent-request.ts';
import type { ReadWriteLock } from '../platform/read-write-lock.ts';
import type { JobLabels } from '../preparation/job-labels.ts';
import type { Job } from '../queue/job.ts';
import type { JobQueues } from '../queue/job-queues.ts';
import type { SharedRows } from '../queue/shared-rows.ts';
import { namedRow } from '../tables/named-rows.ts';
import type { EditContext } from '../tables/row-column-edits.ts';
import type { Tables } from '../tables/tables.ts';
import { inUse, jobUser } from './name-usage.ts';

export interface TableEditingDeps {
  jobs: JobQueues;
  jobLabels: JobLabels;
  tables: Tables;
  sharedRows: SharedRows;
  /** Shared with selections: see `PrintingDeps`. */
  selectionLock: ReadWriteLock;
}

/** Moves what is known about shared rows with them. */
type MoveRows = (trx: ControllerTransaction) => Promise<void>;

/** The conditions of a request, and what makes its repetition safe. */
export interface EditRequest {
  condition?: WriteCondition | undefined;
  idempotency?: IdempotentRequest | undefined;
}

/** Finds the jobs that an edit would make print something else. */
type FindUsers = (trx: ControllerTransaction) => Promise<Job[]>;

/**
 * Adds and deletes rows and columns of tables, and renames columns, as far as no job needs the present ones. Throws what `RowColumnEdits` throws,
 * and `in-use` naming the jobs: those over a range of rows, which they find by number, up to its end; the row of a job with a key; the
 * columns that a job or its labels name. Rows at the end, new columns, and anything in a table of frozen jobs are not in use.
 */
export class TableEditing {
  readonly #deps: TableEditingDeps;

  constructor(deps: TableEditingDeps) {
    this.#deps = deps;
  }

  async addRows(table: string, rows: NewRows, request: EditRequest) {
    const { at } = rows;
    const users: FindUsers = async (trx) => (at === undefined ? [] : this.#countedFrom(table, at, trx));
    const word = 'order of the rows of the table';
    const moved: MoveRows = async (trx) =>
      at === undefined ? undefined : this.#deps.sharedRows.insert(table, { at, count: rows.rows.length }, trx);
    return this.#deps.tables.edits.addRows(table, rows, this.#context(request, { word, table, users, moved }));
  }

  async deleteRows(table: string, rows: RowsToDelete, request: EditRequest) {
    const { row, count } = rows;
    const users: FindUsers = async (trx) => [
      ...(await this.#countedFrom(table, row, trx)),
      ...(await this.#withKeyIn(table, { from: row, end: row + count }, trx)),
    ];
    const moved: MoveRows = async (trx) => this.#deps.sharedRows.remove(table, { from: row, end: row + count }, trx);
    const word = `${count === 1 ? '' : `group of ${count} rows from `}${namedRow(row)} of the table`;
    return this.#deps.tables.edits.deleteRows(table, rows, this.#context(request, { word, table, users, moved }));
  }

  async addColumn(table: string, column: NewColumn, request: EditRequest) {
    return this.#deps.tables.edits.addColumn(table, column, this.#context(request, { word: 'table', table, users: async () => [] }));
  }

  async renameColumn(table: string, renaming: ColumnRenaming, request: EditRequest) {
    const moved: MoveRows = (trx) => this.#deps.sharedRows.renameColumn(table, renaming, trx);
    const context = this.#context<undefined>(request, { ...this.#columnUse(table, renaming.column), moved });
    return this.#deps.tables.edits.renameColumn(table, renaming, context);
  }

  async deleteColumn(table: string, column: ColumnToDelete, request: EditRequest) {
    return this.#deps.tables.edits.deleteColumn(table, column, this.#context(request, this.#columnUse(table, column.column)));
  }

  #context<Result>(
    { condition, idempotency }: EditRequest,
    { word, table, users, moved }: { word: string; table: string; users: FindUsers; moved?: MoveRows },
  ): EditContext<Result> {
    return {
      lock: (work) => this.#deps.selectionLock.write(work),
      check: async (trx) => {
        await condition?.(trx);
        const found = await users(trx);
        if (found.length > 0) throw inUse({ word, path: 'tables', name: table }, { jobs: found.map(jobUser) });
      },
      store: async (result, trx) => {
        await moved?.(trx);
        await idempotency?.store(result, trx);
      },
    };
  }

  /** The jobs over a range of rows that ends after this row, including done ones with prints in progress. */
  async #countedFrom(table: string, row: number, trx: ControllerTransaction): Promise<Job[]> {
    const jobs = await this.#deps.jobs.overRowsOf(table, trx);
    return jobs.filter(({ first_row: first, row_count: count }) => row < (first ?? 0) + (count ?? 0));
  }

  async #withKeyIn(table: string, { from, end }: { from: number; end: number }, trx: ControllerTransaction): Promise<Job[]> {
    const found: Job[] = [];
    for (const job of await this.#loaded(table, trx)) {
      if (job.key_column === null || job.key === null) continue;
      const rows = await this.#deps.tables.rowsWithKey(table, { column: job.key_column, key: job.key }, trx);
      if (rows.some((row) => row >= from && row < end)) found.push(job);
    }
    return found;
  }

  #columnUse(table: string, column: string) {
    const users: FindUsers = async (trx) => {
      const found: Job[] = [];
      for (const job of await this.#loaded(table, trx)) {
        const { key_column: key, label_column: label, copies_column: copies, printed_column: printed } = job;
        const isNamed = [key, label, copies, printed].includes(column);
        if (isNamed || (await this.#deps.jobLabels.documents(job, trx)).some(({ needs }) => needs.columns.includes(column)))
          found.push(job);
      }
      return found;
    };
    return { word: `column "${column}" of the table`, table, users };
  }

  /** The selected and queued jobs that print from the table as it is. */
  async #loaded(table: string, trx: ControllerTransaction): Promise<Job[]> {
    return (await this.#deps.jobs.allQueued(trx)).filter((job) => job.table_name === table && job.frozen === 0);
  }
}
