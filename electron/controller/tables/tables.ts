import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import type { CellEdits, RowsPage, RowsQuery, Table, TableSummary } from '#contract/api-v3/table.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inReadTransaction, inTransaction } from '#storage/database/in-transaction.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import { sharedFileOf } from '#storage/database/lend-database.ts';
import { noPublish, type Publish } from '../events/events.ts';
import { renameRow, type NewName } from '../platform/rename-row.ts';
import { rowNotFound, writeCells } from './cell-edits.ts';
import { countOf } from './counted-cell.ts';
import { csvRow } from '#contract/csv/write-csv.ts';
import { exportRows } from './export/export-thread.ts';
import { RowColumnEdits } from './row-column-edits.ts';
import { RowQueries } from './row-queries.ts';
import { RowReaders } from './row-readers.ts';
import { ROWS_PER_PAGE, type StoredRow } from './rows/table-data.ts';
import { TableRewriter } from './table-rewriter.ts';
import { TableWriter, type CsvPut } from './table-writer.ts';
import { columnIndex, getEntry, summaryOf, summaryOfRow, type TableEntry } from './table-entry.ts';
import { keyNotUnique, tableNotFound } from './table-problems.ts';

const NAMED = { table: 'tables', word: 'table', path: 'tables' };

/** A row of a table. Rows are numbered from 0 here and in the API; see `namedRow` for messages. */
export interface TableRow {
  row: number;
  /** Cells by column. */
  cells: ReadonlyMap<string, string>;
}

/** Cells of a column, from the row `from` to the one before `end`. */
export interface CellRange {
  column: string;
  from: number;
  end: number;
}

/** Up to this many rows are exported on the main thread, which is faster than starting a worker. */
const SHORT_TABLE = 5_000;

type Db = ControllerDatabase | ControllerTransaction;

/** Tables of rows that labels are filled from. */
export class Tables {
  readonly edits: RowColumnEdits;
  readonly #db: ControllerDatabase;
  readonly #now: () => number;
  readonly #readers: RowReaders;
  readonly #writer: TableWriter;
  readonly #queries: RowQueries;
  readonly #rewriter: TableRewriter;
  readonly #publish: Publish;

  constructor({ db, now, publish = noPublish }: { db: ControllerDatabase; now: () => number; publish?: Publish }) {
    this.#db = db;
    this.#now = now;
    this.#publish = publish;
    this.#readers = new RowReaders(db);
    this.#writer = new TableWriter({ db, now, publish, readers: this.#readers });
    this.#queries = new RowQueries(db);
    this.#rewriter = new TableRewriter({ db, readers: this.#readers, writer: this.#writer });
    this.edits = new RowColumnEdits({ db, rewriter: this.#rewriter, noteChange: (entry, trx) => this.#noteChange(entry, trx) });
  }

  /** Drops what killed puts have left; `write` may wait on a full disk. Call it before the first put. */
  async start(write: (drop: () => Promise<void>) => Promise<void> = (drop) => drop()): Promise<void> {
    await this.#writer.start(write);
  }

  /** All tables, sorted by name; one that cannot be used is listed without columns. */
  async list(): Promise<[string, TableSummary][]> {
    const rows = await this.#db.selectFrom('tables').selectAll().orderBy('name').execute();
    return rows.map((row) => [row.name, summaryOfRow(row)]);
  }

  /** Throws `not-found`. */
  async summary(name: string): Promise<TableSummary> {
    return summaryOf(await getEntry(name, this.#db));
  }

  /** A text that changes with every put of the table, even with equal rows, and with every change of a cell. Throws `not-found`. */
  async version(name: string, db: Db = this.#db): Promise<string> {
    const { data, changes } = await getEntry(name, db);
    return `${data.id}-${changes}`;
  }

  /** The whole table. Throws `not-found`. */
  async get(name: string): Promise<Table> {
    return this.#readers.read(name, async (entry) => {
      const rows: string[][] = [];
      for await (const page of this.#pages(entry)) for (const { cells } of page) rows.push(cells);
      return { columns: entry.columns, rows };
    });
  }

  /** Creates or replaces the table. Until all rows are written, and if the put fails or the process is killed, the table is unchanged. */
  async put(name: string, table: Table, condition?: WriteCondition): Promise<'created' | 'replaced'> {
    return this.#writer.put(name, table, condition);
  }

  /** Creates or replaces the table from a CSV file as it arrives. Throws `csv-broken` naming the line; then the table is unchanged. */
  async putCsv(name: string, bytes: AsyncIterable<Uint8Array>, how?: CsvPut): Promise<'created' | 'replaced'> {
    return this.#writer.putCsv(name, bytes, how);
  }

  /**
   * The table as CSV, as it is when reading begins, even if it is replaced meanwhile; cells that count prints may still change. Throws
   * `not-found`.
   */
  async readCsv(name: string): Promise<AsyncIterable<string>> {
    await getEntry(name, this.#db);
    return this.#csv(name);
  }

  /** A page of the rows that a query selects, in its order. Throws `not-found` for the table and columns. */
  async rows(name: string, query: RowsQuery): Promise<RowsPage> {
    return this.#readers.read(name, (entry) => this.#queries.page(entry, query));
  }

  /** Changes all of the cells or none. Throws `not-found` for table, column and row, and `changed-meanwhile` with the current value. */
  async editCells(name: string, edits: CellEdits, condition?: WriteCondition): Promise<void> {
    await inTransaction(this.#db, async (trx) => {
      await condition?.(trx);
      const entry = await getEntry(name, trx);
      await writeCells(entry, edits, trx);
      for (const { row } of edits.cells) this.#rewriter.noteChange(entry, row);
      await this.#noteChange(entry, trx);
    });
  }

  /**
   * The rows from `from` to before `end`, page by page, as they are when reading begins, even if the table is replaced meanwhile. Throws
   * `not-found`.
   */
  async *walk(name: string, { from, end }: Pick<CellRange, 'from' | 'end'>): AsyncGenerator<TableRow[]> {
    const entry = await this.#readers.hold(name);
    try {
      for await (const page of this.#pages(entry, from, end)) yield page.map((row) => toTableRow(entry, row));
    } finally {
      await this.#readers.release(entry);
    }
  }

  /** The one row whose cell equals `key`. Throws `not-found` for table, column and key, and `key-not-unique` naming the rows. */
  async getRowByKey(name: string, { column, key }: { column: string; key: string }, db: Db = this.#db): Promise<TableRow> {
    return inReadTransaction(db, async (trx) => {
      const entry = await getEntry(name, trx);
      const index = columnIndex(entry, column);
      const [row, other] = await entry.data.firstRowsWithKey(index, key, trx);
      if (other) throw keyNotUnique(name, key, await entry.data.rowsWithKey(index, key, trx));
      if (!row) throw tableNotFound(name, `The table "${name}" has no row whose "${column}" is "${key}".`);
      return toTableRow(entry, row);
    });
  }

  /** The numbers of the rows whose cell equals `key`; none without such a column. Throws `not-found`. */
  async rowsWithKey(name: string, { column, key }: { column: string; key: string }, db: Db): Promise<number[]> {
    const { columns, data } = await getEntry(name, db);
    const index = columns.indexOf(column);
    return index < 0 ? [] : data.rowsWithKey(index, key, db);
  }

  /** The row with this number, from 0. Throws `not-found`. */
  async getRow(name: string, row: number, db: Db = this.#db): Promise<TableRow> {
    return inReadTransaction(db, async (trx) => {
      const entry = await getEntry(name, trx);
      const [found] = await entry.data.numberedRows([row], trx);
      if (!found) throw rowNotFound(entry, row);
      return toTableRow(entry, found);
    });
  }

  /**
   * The first row from `from` to before `end` whose cell contains anything but zeros. A row that the table lacks counts as an empty cell.
   * Throws `not-found` for table and column.
   */
  async findRowNotZero(
    name: string,
    { column, from, end }: CellRange,
    db: Db = this.#db,
  ): Promise<{ row: number; cell: string } | undefined> {
    return inReadTransaction(db, async (trx) => {
      const entry = await getEntry(name, trx);
      const found = await entry.data.firstNotZero({ column: columnIndex(entry, column), from, end }, trx);
      if (found || entry.rowCount >= end) return found;
      return { row: Math.max(from, entry.rowCount), cell: '' };
    });
  }

  /**
   * Adds one to a cell that counts prints. Throws `not-found` for table, column and row, and `invalid-input` for a cell that is not a whole
   * number.
   */
  async increment(name: string, { column, row }: { column: string; row: number }, trx: ControllerTransaction): Promise<void> {
    const entry = await getEntry(name, trx);
    const index = columnIndex(entry, column);
    const [found] = await entry.data.numberedRows([row], trx);
    if (!found) throw rowNotFound(entry, row);
    const count = countOf({ table: name, column, row, cell: found.cells[index] });
    await entry.data.writeCell(index, { row, cells: found.cells.with(index, String(count + 1)) }, trx);
    this.#rewriter.noteChange(entry, row);
    await this.#noteChange(entry, trx);
  }

  /** The distinct cells of these rows of a column. Throws `not-found` for table and column. */
  async distinctCells(name: string, { column, from, end }: CellRange, db: Db = this.#db): Promise<string[]> {
    return inReadTransaction(db, async (trx) => {
      const entry = await getEntry(name, trx);
      return entry.data.distinct({ column: columnIndex(entry, column), from, end }, trx);
    });
  }

  /** Throws `not-found`. The caller checks whether a job still uses the table. */
  async remove(name: string, db: Db = this.#db): Promise<void> {
    await inTransaction(db, async (trx) => {
      const { data } = await getEntry(name, trx);
      await trx.deleteFrom('tables').where('name', '=', name).execute();
      if (!this.#readers.has(data.id)) await data.drop(trx);
      this.#publish({ type: 'table:removed', name }, trx);
    });
  }

  /** Throws `not-found` and `name-taken`. The caller checks whether the old name is still used. */
  async rename(change: NewName, trx: ControllerTransaction): Promise<void> {
    if (!(await renameRow(NAMED, change, trx))) throw tableNotFound(change.name, `There is no table "${change.name}".`);
    this.#publish({ type: 'table:renamed', ...change }, trx);
  }

  async *#csv(name: string): AsyncGenerator<string> {
    const entry = await this.#readers.hold(name);
    try {
      yield csvRow(entry.columns);
      const file = entry.rowCount > SHORT_TABLE ? await sharedFileOf(this.#db) : undefined;
      if (file !== undefined) yield* exportRows({ file, ...entry.data.stored, rowCount: entry.rowCount });
      else for await (const page of this.#pages(entry)) yield page.map(({ cells }) => csvRow(cells)).join('');
    } finally {
      await this.#readers.release(entry);
    }
  }

  async *#pages({ data, rowCount }: TableEntry, first = 0, end = rowCount): AsyncGenerator<StoredRow[]> {
    for (let from = first; from < end; from += ROWS_PER_PAGE) {
      yield await data.slice(from, Math.min(ROWS_PER_PAGE, end - from), this.#db);
      await eventLoopTurn();
    }
  }

  async #noteChange({ name, changes }: TableEntry, trx: ControllerTransaction): Promise<void> {
    this.#publish({ type: 'table:changed', name }, trx);
    await trx
      .updateTable('tables')
      .set({ changes: changes + 1, modified: this.#now() })
      .where('name', '=', name)
      .execute();
  }
}

function toTableRow({ columns }: TableEntry, { row, cells }: StoredRow): TableRow {
  return { row, cells: new Map(columns.map((column, index) => [column, cells[index] ?? ''])) };
}
