import type { RowsPage, RowsQuery, Table } from '#contract/api-v3/table.ts';
import { ProblemError } from '#contract/problem.ts';

type Row = RowsPage['rows'][number];
type RowFilter = (row: Row) => boolean;

/** Filters, sorts and pages the rows of a whole table, like a controller with the extension for pages of rows. Throws `not-found` for an unknown column. */
export function rowsOfTable(table: Table, query: Partial<RowsQuery>): RowsPage {
  const { offset = 0, limit = 100 } = query;
  const filters = filtersOf(table, query);
  const found = table.rows.map((cells, row) => ({ row, cells })).filter((row) => filters.every((filter) => filter(row)));
  const sorted = inOrder(found, query.sort === undefined ? undefined : columnOf(table, query.sort));
  const rows = query.order === 'descending' ? sorted.toReversed() : sorted;
  return { columns: table.columns, rows: rows.slice(offset, offset + limit), total: rows.length };
}

function filtersOf(table: Table, { column, key, search = '', within, doubles }: Partial<RowsQuery>): RowFilter[] {
  const filters: RowFilter[] = [];
  const index = column === undefined ? undefined : columnOf(table, column);
  if (index !== undefined && key !== undefined) filters.push(({ cells }) => cells[index] === key);
  if (doubles !== undefined) filters.push(isDouble(table, columnOf(table, doubles)));
  if (search !== '') filters.push(hasText(search, within === undefined ? undefined : columnOf(table, within)));
  return filters;
}

function isDouble({ rows }: Table, column: number): RowFilter {
  const seen = new Set<string>();
  const doubles = new Set<string>();
  for (const { [column]: cell = '' } of rows) {
    if (seen.has(cell) && cell !== '') doubles.add(cell);
    seen.add(cell);
  }
  return ({ cells }) => doubles.has(cells[column] ?? '');
}

function hasText(search: string, column: number | undefined): RowFilter {
  const wanted = folded(search);
  return ({ cells }) => (column === undefined ? cells : cells.slice(column, column + 1)).some((cell) => folded(cell).includes(wanted));
}

/** Sorted by UTF-16 code units. */
function inOrder(rows: Row[], column: number | undefined): Row[] {
  if (column === undefined) return rows;
  return rows.toSorted((one, other) => compared(one.cells[column] ?? '', other.cells[column] ?? ''));
}

function compared(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function columnOf({ columns }: Table, name: string): number {
  const index = columns.indexOf(name);
  if (index < 0) throw new ProblemError('not-found', { detail: `The table has no column "${name}".` });
  return index;
}

/** Upper case, because the lower case of a letter depends on its neighbours in some scripts (Greek sigma). */
function folded(text: string): string {
  return text.toUpperCase().normalize('NFC');
}
