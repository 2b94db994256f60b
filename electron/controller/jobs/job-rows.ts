import type { Selectable } from 'kysely';
import { LRUCache } from 'lru-cache';
import { MOST_COPIES } from '#contract/api-v3/print-job.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/controller-schema.ts';
import { memorySizeOf } from '#storage/memory-size.ts';
import type { Cell } from '../tables/counted-cell.ts';
import { namedRow } from '../tables/named-rows.ts';
import { columnNotFound } from '../tables/table-problems.ts';
import type { TableRow, Tables } from '../tables/tables.ts';
import { wholeNumberOf } from '../tables/whole-number.ts';
import type { RowAhead } from './job-progress.ts';
import type { Job } from './job.ts';

/** What a job says about its rows. */
export type RowsOfJob = Pick<Job, 'table_name' | 'key_column' | 'key' | 'first_row' | 'row_count' | 'copies' | 'copies_column'>;

/** A row of a frozen job with its label. */
export type StoredRow = Selectable<ControllerSchema['frozen_rows']> & { document: string };

type Db = ControllerDatabase | ControllerTransaction;

/** Rows that are kept, and their bytes together: a row may have a thousand long cells. */
const ROWS_KEPT = 64;
const MOST_BYTES = 16 * 1024 * 1024;
/** The copies of a job without rows, and of one with a single row, are owed to this one. */
export const SINGLE_ROW = -1;

/**
 * The rows of jobs, as their tables stand now. A job without a table has a single row without cells. All throw `not-found` for what
 * went from the table since the selection, and `invalid-input` for a cell that is no number of copies.
 */
export class JobRows {
  readonly #tables: Tables;
  readonly #db: ControllerDatabase;
  readonly #rows = new LRUCache<string, TableRow>({ max: ROWS_KEPT, maxSize: MOST_BYTES, sizeCalculation: memorySizeOf });

  constructor({ tables, db }: { tables: Tables; db: ControllerDatabase }) {
    this.#tables = tables;
    this.#db = db;
  }

  /** The first row at this position or behind it of which copies are wanted. */
  async ahead(job: Job, from: number, db: Db = this.#db): Promise<RowAhead | undefined> {
    if (job.frozen === 1) return findFrozen(job.id, from, db);
    const { first_row: first, row_count: count } = job;
    if (first === null || count === null) return from > 0 ? undefined : this.#single(job, db);
    if (from >= count) return undefined;
    if (job.table_name === null || job.copies_column === null) return { position: from, copies: job.copies ?? 1 };
    return this.#counted({ table: job.table_name, column: job.copies_column, from: first + from, end: first + count, job }, db);
  }

  /** The row of the table at a position; undefined in a job without a table. */
  async at(job: RowsOfJob, position: number, db: Db = this.#db): Promise<TableRow | undefined> {
    const { table_name: table, key_column: column, key, first_row: first } = job;
    if (table === null) return undefined;
    const version = await this.#tables.version(table, db);
    if (first !== null) {
      const row = first + position;
      return this.#recent([table, version, row], () => this.#tables.getRow(table, row, db), db);
    }
    if (column === null || key === null) return undefined;
    return this.#recent([table, version, column, key], () => this.#tables.getRowByKey(table, { column, key }, db), db);
  }

  /** A row of a frozen job as it was at the selection. */
  async frozen({ id }: Job, position: number): Promise<StoredRow> {
    return this.#db
      .selectFrom('frozen_rows')
      .innerJoin('label_documents', 'label_documents.hash', 'frozen_rows.document_hash')
      .selectAll('frozen_rows')
      .select('label_documents.document')
      .where('job', '=', id)
      .where('position', '=', position)
      .executeTakeFirstOrThrow();
  }

  /** Counts a print in the cell of its row, where the job has a column for that. */
  async countPrinted(job: RowsOfJob & Pick<Job, 'printed_column'>, row: number | null, trx: ControllerTransaction): Promise<void> {
    const { table_name: table, printed_column: column, key_column: keyColumn, key } = job;
    if (table === null || column === null || row === null) return;
    const isByKey = keyColumn !== null && key !== null;
    const present = isByKey ? (await this.#tables.getRowByKey(table, { column: keyColumn, key }, trx)).row : row;
    await this.#tables.increment(table, { column, row: present }, trx);
  }

  /** The position of a row that copies are owed of. */
  async positionOwed({ id, first_row: first, frozen }: Job, row: number, db: Db = this.#db): Promise<number> {
    if (first === null) return 0;
    if (frozen === 0) return row - first;
    const query = db.selectFrom('frozen_rows').select('position').where('job', '=', id).where('row', '=', row);
    return (await query.executeTakeFirstOrThrow()).position;
  }

  async #single(job: RowsOfJob, db: Db): Promise<RowAhead | undefined> {
    const { table_name: table, copies_column: column } = job;
    if (table === null || column === null) return { position: 0, copies: job.copies };
    const row = await this.at(job, 0, db);
    const copies = copiesOf({ table, column, row: row?.row ?? 0, cell: row?.cells.get(column) }) ?? job.copies;
    return copies === 0 ? undefined : { position: 0, copies };
  }

  async #counted(
    { table, column, from, end, job }: { table: string; column: string; from: number; end: number; job: RowsOfJob },
    db: Db,
  ): Promise<RowAhead | undefined> {
    for (let at = from; at < end; at++) {
      const found = await this.#tables.findRowNotZero(table, { column, from: at, end }, db);
      if (!found) return undefined;
      const copies = copiesOf({ table, column, ...found }) ?? job.copies ?? 1;
      if (copies > 0) return { position: found.row - (job.first_row ?? 0), copies };
      at = found.row;
    }
    return undefined;
  }

  /** What a transaction sees may be taken back, and its version given to other rows: then nothing is kept. */
  async #recent(lookUp: readonly unknown[], read: () => Promise<TableRow>, db: Db): Promise<TableRow> {
    const key = JSON.stringify(lookUp);
    const known = this.#rows.get(key);
    if (known) return known;
    const row = await read();
    if (!db.isTransaction) this.#rows.set(key, row);
    return row;
  }
}

async function findFrozen(job: string, from: number, db: Db): Promise<RowAhead | undefined> {
  const rows = db.selectFrom('frozen_rows').select(['position', 'copies']).where('job', '=', job).where('position', '>=', from);
  return rows.orderBy('position').limit(1).executeTakeFirst();
}

/** How many copies a cell asks for; undefined when it is empty. */
export function copiesOf({ table, column, row, cell }: Cell): number | undefined {
  if (cell === undefined) throw columnNotFound(table, column);
  if (cell.trim() === '') return undefined;
  const copies = wholeNumberOf(cell);
  if (copies !== undefined && copies <= MOST_COPIES) return copies;
  const detail = `"${cell}" in ${namedRow(row)} of the column "${column}" of the table "${table}" is no number of copies: it must be a whole number from 0 to 1 000 000 000`;
  throw new ProblemError('invalid-input', { detail: `/copiesColumn: ${detail}`, errors: [{ pointer: '/copiesColumn', detail }] });
}
