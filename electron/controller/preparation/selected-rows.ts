import type { PrintJob } from '#contract/api-v3/print-job.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerTransaction } from '#storage/database/controller-schema.ts';
import { countOf, type Cell } from '../tables/counted-cell.ts';
import { namedRow, namedRows } from '../tables/named-rows.ts';
import type { TableRow, Tables } from '../tables/tables.ts';
import { copiesOf, type RowsOfJob } from '../queue/job-rows.ts';

/** A row of a selection and its copies; null without a limit. The row is undefined for a selection without a table. */
export interface SelectedRow {
  row: TableRow | undefined;
  copies: number | null;
  /** With shared rows also the copies that other jobs print. */
  wanted: number | null;
}

/** Whether a selection has at most one row: then it is read in a single transaction. */
export function isSingle({ tableName, key }: PrintJob): boolean {
  return tableName === undefined || key !== undefined;
}

/** The rows of a selection: the columns of its job, and all rows with copies, page by page. */
export interface SelectedRows {
  ofJob: RowsOfJob & { row: number | null };
  pages: () => AsyncIterable<SelectedRow[]>;
}

/**
 * Finds the rows of a selection; the cells for copies and printed counts are checked while they are read. Throws `not-found` for table,
 * column and key, `key-not-unique`, and `invalid-input` for a range or a cell.
 */
export async function selectedRows(tables: Tables, selection: PrintJob, db: ControllerTransaction | undefined): Promise<SelectedRows> {
  const { tableName: table, keyColumn, key, copies = null, copiesColumn = null } = selection;
  const none = { table_name: null, key_column: null, key: null, first_row: null, row_count: null, row: null };
  const ofJob = { ...none, copies, copies_column: copiesColumn };
  if (table === undefined) return { ofJob, pages: () => single({ row: undefined, copies, wanted: copies }) };
  if (keyColumn !== undefined && key !== undefined) {
    const row = await tables.getRowByKey(table, { column: keyColumn, key }, db);
    const wanted = wantedOf(selection, table, row) ?? copies;
    const selected = { row, copies: wanted, wanted };
    if (selected.copies === 0) throw nothingWanted(table, `there are 0 copies of ${namedRow(row.row)}`);
    return { ofJob: { ...ofJob, table_name: table, key_column: keyColumn, key, row: row.row }, pages: () => single(selected) };
  }
  const { from, count } = rangeOf(table, await tables.summary(table), selection);
  const pages = () => range(tables, { table, from, end: from + count }, selection);
  return { ofJob: { ...ofJob, table_name: table, first_row: from, row_count: count }, pages };
}

async function* single(row: SelectedRow): AsyncGenerator<SelectedRow[]> {
  yield [row];
}

async function* range(
  tables: Tables,
  { table, from, end }: { table: string; from: number; end: number },
  selection: PrintJob,
): AsyncGenerator<SelectedRow[]> {
  let isAnyWanted = false;
  for await (const page of tables.walk(table, { from, end })) {
    const selected = page
      .map((row) => ({ row, wanted: wantedOf(selection, table, row) ?? selection.copies ?? 1 }))
      .filter(({ wanted }) => wanted > 0)
      .map(({ row, wanted }) => ({ row, wanted, copies: wanted }));
    isAnyWanted ||= selected.length > 0;
    yield selected;
  }
  if (!isAnyWanted)
    throw nothingWanted(table, `there are 0 copies of all ${namedRows((counted) => `rows from ${counted(from)} to ${counted(end - 1)}`)}`);
}

/** The copies in the row's own cell; undefined without one. Throws `invalid-input` for a `printedColumn` cell that is not a number. */
function wantedOf({ copiesColumn, printedColumn }: PrintJob, table: string, row: TableRow): number | undefined {
  const cell = (column: string): Cell => ({ table, column, row: row.row, cell: row.cells.get(column) });
  if (printedColumn !== undefined) countOf(cell(printedColumn));
  return copiesColumn === undefined ? undefined : copiesOf(cell(copiesColumn));
}

/** First row and row count of a range. Throws `invalid-input` for rows that the table does not have. */
export function rangeOf(
  table: string,
  { rowCount: total }: { rowCount: number },
  { firstRow = 0, rowCount }: Pick<PrintJob, 'firstRow' | 'rowCount'>,
): { from: number; count: number } {
  if (total === 0) throw noRows(table, '/tableName');
  if (firstRow >= total)
    throw invalid('/firstRow', `the table "${table}" has the ${namedRows((counted) => `rows ${counted(0)} to ${counted(total - 1)}`)}`);
  const left = total - firstRow;
  if (rowCount !== undefined && rowCount > left) {
    throw invalid('/rowCount', `the table "${table}" has ${left} rows from ${namedRow(firstRow)} on, not ${rowCount}`);
  }
  return { from: firstRow, count: rowCount ?? left };
}

/** The problem for an empty table; `pointer` is where the request names it. */
export function noRows(table: string, pointer: string): ProblemError {
  return invalid(pointer, `the table "${table}" has no rows`);
}

function nothingWanted(table: string, what: string): ProblemError {
  return invalid('/copiesColumn', `${what} of the table "${table}": there is nothing to print`);
}

function invalid(pointer: string, detail: string): ProblemError {
  return new ProblemError('invalid-input', { detail: `${pointer}: ${detail}`, errors: [{ pointer, detail }] });
}
