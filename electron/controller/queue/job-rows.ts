import type { Selectable } from 'kysely';
import { LRUCache } from 'lru-cache';
import { MAX_COPIES } from '#contract/api-v3/print-job.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { memorySizeOf } from '#storage/database/memory-size.ts';
import type { Cell } from '../tables/counted-cell.ts';
import { namedRow } from '../tables/named-rows.ts';
import { columnNotFound } from '../tables/table-problems.ts';
import type { TableRow, Tables } from '../tables/tables.ts';
import { wholeNumberOf } from '../tables/counted-number.ts';
import type { NextRow } from './job-progress.ts';
import type { Job } from './job.ts';

/** The columns of a job that select its rows. */
export type RowsOfJob = Pick<Job, 'table_name' | 'key_column' | 'key' | 'first_row' | 'row_count' | 'copies' | 'copies_column'>;

/** A row of a frozen job, with its label; in a rework job also with the table and key of the print that it replaces. */
export type StoredRow = Selectable<ControllerSchema['frozen_rows']> & {
  document: string;
  original_table: string | null;
  original_key: string | null;
};

type Db = ControllerDatabase | ControllerTransaction;

/** Cached rows, and their total bytes: a row may have a thousand long cells. */
const MAX_CACHED_ROWS = 64;
const MAX_CACHED_BYTES = 16 * 1024 * 1024;
/** Key of the copies that a job without rows, or with a single row, owes. */
export const SINGLE_ROW = -1;

/**
 * The rows of jobs, in the current state of their tables. A job without a table has a single row without cells. All methods throw
 * `not-found` for a row or column that the table has lost since the selection, and `invalid-input` for a cell that is not a number of
 * copies.
 */
export class JobRows {
  readonly #tables: Tables;
  readonly #db: ControllerDatabase;
  readonly #rows = new LRUCache<string, TableRow>({ max: MAX_CACHED_ROWS, maxSize: MAX_CACHED_BYTES, sizeCalculation: memorySizeOf });

  constructor({ tables, db }: { tables: Tables; db: ControllerDatabase }) {
    this.#tables = tables;
    this.#db = db;
  }

  /** The first row with copies at or after this position. */
  async ahead(job: Job, from: number, db: Db = this.#db): Promise<NextRow | undefined> {
    if (job.frozen === 1) return findFrozen(job.id, from, db);
    const { first_row: first, row_count: count } = job;
    if (first === null || count === null) return from > 0 ? undefined : this.#single(job, db);
    if (from >= count) return undefined;
    if (job.table_name === null || job.copies_column === null) return { position: from, copies: job.copies ?? 1 };
    return this.#counted({ table: job.table_name, column: job.copies_column, from: first + from, end: first + count, job }, db);
  }

  /** The table row at a position; undefined in a job without a table. */
  async at(job: RowsOfJob, position: number, db: Db = this.#db): Promise<TableRow | undefined> {
    const { table_name: table, key_column: column, key, first_row: first } = job;
    if (table === null) return undefined;
    const version = await this.#tables.version(table, db);
    if (first !== null) {
      const row = first + position;
      return this.#cachedRow([table, version, row], () => this.#tables.getRow(table, row, db), db);
    }
    if (column === null || key === null) return undefined;
    return this.#cachedRow([table, version, column, key], () => this.#tables.getRowByKey(table, { column, key }, db), db);
  }

  /** A row of a frozen job, as stored by the selection. */
  async frozen({ id }: Job, position: number): Promise<StoredRow> {
    return this.#db
      .selectFrom('frozen_rows')
      .innerJoin('label_documents', 'label_documents.hash', 'frozen_rows.document_hash')
      .leftJoin('prints', 'prints.id', 'frozen_rows.supersedes')
      .selectAll('frozen_rows')
      .select(['label_documents.document', 'prints.table_name as original_table', 'prints.key as original_key'])
      .where('frozen_rows.job', '=', id)
      .where('frozen_rows.position', '=', position)
      .executeTakeFirstOrThrow();
  }

  /** Counts a print in its row's `printedColumn`, if the job has one. */
  async countPrinted(job: RowsOfJob & Pick<Job, 'printed_column'>, row: number | null, trx: ControllerTransaction): Promise<void> {
    const { table_name: table, printed_column: column, key_column: keyColumn, key } = job;
    if (table === null || column === null || row === null) return;
    const isByKey = keyColumn !== null && key !== null;
    const present = isByKey ? (await this.#tables.getRowByKey(table, { column: keyColumn, key }, trx)).row : row;
    await this.#tables.increment(table, { column, row: present }, trx);
  }

  /** The position of a row with owed copies; a rework job owes prints by the ids of those that they replace. */
  async positionOwed({ id, first_row: first, frozen, rework_reason: rework }: Job, row: number, db: Db = this.#db): Promise<number> {
    if (first === null && rework === null) return 0;
    if (first !== null && frozen === 0) return row - first;
    const query = db
      .selectFrom('frozen_rows')
      .select('position')
      .where('job', '=', id)
      .where(rework === null ? 'row' : 'supersedes', '=', row);
    return (await query.executeTakeFirstOrThrow()).position;
  }

  async #single(job: RowsOfJob, db: Db): Promise<NextRow | undefined> {
    const { table_name: table, copies_column: column } = job;
    if (table === null || column === null) return { position: 0, copies: job.copies };
    const row = await this.at(job, 0, db);
    const copies = copiesOf({ table, column, row: row?.row ?? 0, cell: row?.cells.get(column) }) ?? job.copies;
    return copies === 0 ? undefined : { position: 0, copies };
  }

  async #counted(
    { table, column, from, end, job }: { table: string; column: string; from: number; end: number; job: RowsOfJob },
    db: Db,
  ): Promise<NextRow | undefined> {
    for (let at = from; at < end; at++) {
      const found = await this.#tables.findRowNotZero(table, { column, from: at, end }, db);
      if (!found) return undefined;
      const copies = copiesOf({ table, column, ...found }) ?? job.copies ?? 1;
      if (copies > 0) return { position: found.row - (job.first_row ?? 0), copies };
      at = found.row;
    }
    return undefined;
  }

  /** Rows read in a transaction are not cached: it may be rolled back, and its table version be used again for other rows. */
  async #cachedRow(lookUp: readonly unknown[], read: () => Promise<TableRow>, db: Db): Promise<TableRow> {
    const key = JSON.stringify(lookUp);
    const cached = this.#rows.get(key);
    if (cached) return cached;
    const row = await read();
    if (!db.isTransaction) this.#rows.set(key, row);
    return row;
  }
}

async function findFrozen(job: string, from: number, db: Db): Promise<NextRow | undefined> {
  const rows = db.selectFrom('frozen_rows').select(['position', 'copies']).where('job', '=', job).where('position', '>=', from);
  return rows.orderBy('position').limit(1).executeTakeFirst();
}

/** The number of copies in a cell; undefined when it is empty. Throws `invalid-input` for any other text. */
export function copiesOf({ table, column, row, cell }: Cell): number | undefined {
  if (cell === undefined) throw columnNotFound(table, column);
  if (cell.trim() === '') return undefined;
  const copies = wholeNumberOf(cell);
  if (copies !== undefined && copies <= MAX_COPIES) return copies;
  const detail = `"${cell}" in ${namedRow(row)} of the column "${column}" of the table "${table}" is not a number of copies: it must be a whole number from 0 to 1 000 000 000`;
  throw new ProblemError('invalid-input', { detail: `/copiesColumn: ${detail}`, errors: [{ pointer: '/copiesColumn', detail }] });
}
