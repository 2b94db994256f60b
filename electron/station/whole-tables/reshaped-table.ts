import {
  MAX_COLUMNS,
  MAX_RETURNED_CELLS,
  type AddedRows,
  type ColumnRenaming,
  type ColumnToDelete,
  type DeletedColumn,
  type DeletedRows,
  type NewColumn,
  type NewRows,
  type RowsToDelete,
  type Table,
} from '#contract/api-v3/table.ts';
import { ProblemError } from '#contract/problem.ts';

/** A table after an edit, and what the edit returns. */
export interface ReshapedTable<Result> {
  table: Table;
  /** Whether each row that was there has the number that it had. */
  keepsNumbers: boolean;
  result: Result;
}

/** Throws `invalid-input` for a row of another length and a place behind the end. */
export function withRows(name: string, { columns, rows }: Table, added: NewRows): ReshapedTable<Omit<AddedRows, 'rowsVersion'>> {
  const at = added.at ?? rows.length;
  if (at > rows.length) throw invalid('/at', `the table "${name}" has ${rows.length} rows`);
  const uneven = added.rows.findIndex((cells) => cells.length !== columns.length);
  if (uneven >= 0) throw invalid(`/rows/${uneven}`, `must have ${columns.length} cells, one for each column of the table "${name}"`);
  return { table: { columns, rows: rows.toSpliced(at, 0, ...added.rows) }, keepsNumbers: at === rows.length, result: { row: at } };
}

/** Throws `not-found` for a row that the table does not have. */
export function withoutRows(
  name: string,
  { columns, rows }: Table,
  { row, count }: RowsToDelete,
): ReshapedTable<Omit<DeletedRows, 'rowsVersion'>> {
  if (row + count > rows.length) {
    throw new ProblemError('not-found', {
      detail: `The table "${name}" has ${rows.length} rows; there is no row ${Math.max(row, rows.length) + 1}.`,
    });
  }
  const result = { rows: rows.slice(row, row + count) };
  return { table: { columns, rows: rows.toSpliced(row, count) }, keepsNumbers: false, result };
}

/** Throws `name-taken`, and `invalid-input` for another number of cells, a place behind the end and too many columns. */
export function withColumn(table: string, { columns, rows }: Table, { name, at, cells }: NewColumn): ReshapedTable<object> {
  const index = at ?? columns.length;
  requireFreeName(table, columns, name);
  if (index > columns.length) throw invalid('/at', `the table "${table}" has ${columns.length} columns`);
  if (columns.length >= MAX_COLUMNS) throw invalid('/name', 'a table has at most 1 000 columns');
  if (cells && cells.length !== rows.length) throw invalid('/cells', `must have ${rows.length} cells, one for each row`);
  const reshaped = {
    columns: columns.toSpliced(index, 0, name),
    rows: rows.map((row, number) => row.toSpliced(index, 0, cells?.[number] ?? '')),
  };
  return { table: reshaped, keepsNumbers: false, result: {} };
}

/** Throws `not-found` and `name-taken`. */
export function withRenamedColumn(table: string, { columns, rows }: Table, { column, name }: ColumnRenaming): ReshapedTable<object> {
  const index = indexOf(table, columns, column);
  if (column !== name) requireFreeName(table, columns, name);
  return { table: { columns: columns.with(index, name), rows }, keepsNumbers: true, result: {} };
}

/** Throws `not-found`, and `invalid-input` for the only column. */
export function withoutColumn(
  table: string,
  { columns, rows }: Table,
  { column }: ColumnToDelete,
): ReshapedTable<Omit<DeletedColumn, 'rowsVersion'>> {
  const at = indexOf(table, columns, column);
  if (columns.length === 1) throw invalid('?column', 'a table has at least one column');
  const cells = rows.length <= MAX_RETURNED_CELLS ? rows.map((row) => row[at] ?? '') : undefined;
  const reshaped = { columns: columns.toSpliced(at, 1), rows: rows.map((row) => row.toSpliced(at, 1)) };
  return { table: reshaped, keepsNumbers: false, result: { at, ...(cells && { cells }) } };
}

function indexOf(table: string, columns: readonly string[], column: string): number {
  const index = columns.indexOf(column);
  if (index < 0) throw new ProblemError('not-found', { detail: `The table "${table}" has no column "${column}".` });
  return index;
}

function requireFreeName(table: string, columns: readonly string[], name: string): void {
  if (columns.includes(name)) throw new ProblemError('name-taken', { detail: `The table "${table}" already has a column "${name}".` });
}

function invalid(pointer: string, detail: string): ProblemError {
  return new ProblemError('invalid-input', { detail: `${pointer}: ${detail}`, errors: [{ pointer, detail }] });
}
