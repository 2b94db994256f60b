import {
  MAX_COLUMNS,
  MAX_RETURNED_CELLS,
  type AddedColumn,
  type AddedRows,
  type ColumnRenaming,
  type ColumnToDelete,
  type DeletedColumn,
  type DeletedRows,
  type NewColumn,
  type NewRows,
  type RowsToDelete,
} from '#contract/api-v3/table.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { KeyedLock } from '../platform/keyed-lock.ts';
import { requireRowsVersion, rowNotFound } from './cell-edits.ts';
import { columnIndex, getEntry, rowsVersionOf, type TableEntry } from './table-entry.ts';
import { columnTaken, invalidEdit } from './table-problems.ts';
import type { ChangeGuard, Rewrite, TableRewriter } from './table-rewriter.ts';

/** How an edit is checked, and its result stored for a repeated request, in the transaction that makes it. */
export interface EditContext<Result> extends ChangeGuard {
  store: (result: Result, trx: ControllerTransaction) => Promise<void>;
}

/** The result of an edit: from the version of the rows after it, and the table before it. */
type ResultOf<Result> = (rowsVersion: string, before: TableEntry, trx: ControllerTransaction) => Result | Promise<Result>;

interface RowColumnEditsOptions {
  db: ControllerDatabase;
  rewriter: TableRewriter;
  /** Records a change of the rows that keeps their numbers. */
  noteChange: (entry: TableEntry, trx: ControllerTransaction) => Promise<void>;
}

/**
 * Adds and deletes rows and columns. Rows at the end and the names of columns change in place; anything else writes a new version of the rows
 * (`TableRewriter`). Edits of a table run one after the other. All throw `not-found`, and `changed-meanwhile` for another `rowsVersion`.
 */
export class RowColumnEdits {
  readonly #options: RowColumnEditsOptions;
  readonly #locks = new KeyedLock();

  constructor(options: RowColumnEditsOptions) {
    this.#options = options;
  }

  /** Throws `invalid-input` for a row of another length and a place behind the end. */
  async addRows(name: string, { at, rows, rowsVersion }: NewRows, context: EditContext<AddedRows>): Promise<AddedRows> {
    return this.#locks.run([name], async () => {
      const { rowCount } = await getEntry(name, this.#options.db);
      if (at === undefined || at === rowCount) return this.#append(name, { rows, rowsVersion }, context);
      const plan = (entry: TableEntry): Rewrite => {
        requireRowsVersion(entry, rowsVersion);
        requireCells(entry, rows);
        if (at > entry.rowCount) throw invalidEdit('/at', `the table "${name}" has ${entry.rowCount} rows`);
        return {
          columns: entry.columns,
          rowCount: entry.rowCount + rows.length,
          moved: ({ row, cells }) => ({ row: row < at ? row : row + rows.length, cells }),
          added: rows.map((cells, index) => ({ row: at + index, cells })),
        };
      };
      return this.#rewrite(name, plan, { ...context, resultOf: (version) => ({ row: at, rowsVersion: version }) });
    });
  }

  async deleteRows(name: string, { row, count, rowsVersion }: RowsToDelete, context: EditContext<DeletedRows>): Promise<DeletedRows> {
    return this.#locks.run([name], async () => {
      const end = row + count;
      const plan = (entry: TableEntry): Rewrite => {
        requireRowsVersion(entry, rowsVersion);
        if (end > entry.rowCount) throw rowNotFound(entry, Math.max(row, entry.rowCount));
        const moved: Rewrite['moved'] = (stored) => {
          if (stored.row < row) return stored;
          return stored.row < end ? undefined : { row: stored.row - count, cells: stored.cells };
        };
        return { columns: entry.columns, rowCount: entry.rowCount - count, moved, added: [] };
      };
      const resultOf = async (version: string, { data }: TableEntry, trx: ControllerTransaction) => ({
        rows: (await data.slice(row, count, trx)).map(({ cells }) => cells),
        rowsVersion: version,
      });
      return this.#rewrite(name, plan, { ...context, resultOf });
    });
  }

  /** Throws `name-taken`, and `invalid-input` for another number of cells, a place behind the end and too many columns. */
  async addColumn(table: string, { name, at, cells, rowsVersion }: NewColumn, context: EditContext<AddedColumn>): Promise<AddedColumn> {
    return this.#locks.run([table], async () => {
      const plan = (entry: TableEntry): Rewrite => {
        const { columns, rowCount } = entry;
        requireRowsVersion(entry, rowsVersion);
        requireFreeName(entry, name);
        const index = at ?? columns.length;
        if (index > columns.length) throw invalidEdit('/at', `the table "${table}" has ${columns.length} columns`);
        if (columns.length >= MAX_COLUMNS) throw invalidEdit('/name', 'a table has at most 1 000 columns');
        if (cells && cells.length !== rowCount) throw invalidEdit('/cells', `must have ${rowCount} cells, one for each row`);
        return {
          columns: columns.toSpliced(index, 0, name),
          rowCount,
          moved: ({ row, cells: before }) => ({ row, cells: before.toSpliced(index, 0, cells?.[row] ?? '') }),
          added: [],
        };
      };
      return this.#rewrite(table, plan, { ...context, resultOf: (version) => ({ rowsVersion: version }) });
    });
  }

  /** Throws `name-taken`. */
  async renameColumn(table: string, { column, name }: ColumnRenaming, context: EditContext<undefined>): Promise<void> {
    await this.#locks.run([table], () =>
      this.#inPlace(context, async (trx) => {
        const entry = await getEntry(table, trx);
        const index = columnIndex(entry, column);
        if (column !== name) requireFreeName(entry, name);
        const columns = JSON.stringify(entry.columns.with(index, name));
        await trx.updateTable('tables').set({ columns }).where('name', '=', table).execute();
        await this.#options.noteChange(entry, trx);
        return undefined;
      }),
    );
  }

  /** Throws `invalid-input` for the only column. */
  async deleteColumn(table: string, { column, rowsVersion }: ColumnToDelete, context: EditContext<DeletedColumn>): Promise<DeletedColumn> {
    return this.#locks.run([table], async () => {
      const plan = (entry: TableEntry): Rewrite => {
        const { columns, rowCount } = entry;
        requireRowsVersion(entry, rowsVersion);
        const index = columnIndex(entry, column);
        if (columns.length === 1) throw invalidEdit('?column', 'a table has at least one column');
        return {
          columns: columns.toSpliced(index, 1),
          rowCount,
          moved: ({ row, cells }) => ({ row, cells: cells.toSpliced(index, 1) }),
          added: [],
        };
      };
      const resultOf = async (version: string, entry: TableEntry, trx: ControllerTransaction): Promise<DeletedColumn> => {
        const at = columnIndex(entry, column);
        const isShort = entry.rowCount <= MAX_RETURNED_CELLS;
        const rows = isShort ? await entry.data.slice(0, entry.rowCount, trx) : [];
        return { at, ...(isShort && { cells: rows.map(({ cells }) => cells[at] ?? '') }), rowsVersion: version };
      };
      return this.#rewrite(table, plan, { ...context, resultOf });
    });
  }

  async #append(name: string, { rows, rowsVersion }: NewRows, context: EditContext<AddedRows>): Promise<AddedRows> {
    return this.#inPlace(context, async (trx) => {
      const entry = await getEntry(name, trx);
      requireRowsVersion(entry, rowsVersion);
      requireCells(entry, rows);
      const { rowCount: first } = entry;
      await entry.data.insert(
        rows.map((cells, index) => ({ row: first + index, cells })),
        trx,
      );
      await trx
        .updateTable('tables')
        .set({ row_count: first + rows.length })
        .where('name', '=', name)
        .execute();
      await this.#options.noteChange(entry, trx);
      return { row: first, rowsVersion: rowsVersionOf(entry) };
    });
  }

  #inPlace<Result>({ lock, check, store }: EditContext<Result>, edit: (trx: ControllerTransaction) => Promise<Result>): Promise<Result> {
    return lock(() =>
      inTransaction(this.#options.db, async (trx) => {
        await check(trx);
        const result = await edit(trx);
        await store(result, trx);
        return result;
      }),
    );
  }

  #rewrite<Result>(
    name: string,
    plan: (entry: TableEntry) => Rewrite,
    { resultOf, store, ...guard }: EditContext<Result> & { resultOf: ResultOf<Result> },
  ): Promise<Result> {
    return this.#options.rewriter.rewrite(name, plan, {
      ...guard,
      finish: async (data, before, trx) => {
        const result = await resultOf(rowsVersionOf({ data }), before, trx);
        await store(result, trx);
        return result;
      },
    });
  }
}

function requireCells({ name, columns }: TableEntry, rows: readonly string[][]): void {
  const uneven = rows.findIndex((cells) => cells.length !== columns.length);
  if (uneven < 0) return;
  const detail = `has ${rows[uneven]?.length ?? 0} cells where the table "${name}" has ${columns.length} columns`;
  throw invalidEdit(`/rows/${uneven}`, detail);
}

function requireFreeName(entry: TableEntry, column: string): void {
  if (entry.columns.includes(column)) throw columnTaken(entry.name, column);
}
