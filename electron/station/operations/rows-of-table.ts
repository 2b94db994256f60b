import type { RowsPage, RowsQuery, Table } from '#contract/api-v3/table.ts';
import { ProblemError } from '#contract/problem.ts';

type Row = RowsPage['rows'][number];
type IsWanted = (row: Row) => boolean;

/** A page of the rows of a table that came as a whole, as a controller with pages of rows gives it. Throws `not-found` without the column. */
export function rowsOfTable(table: Table, query: Partial<RowsQuery>): RowsPage {
  const { offset = 0, limit = 100 } = query;
  const filters = filtersOf(table, query);
  const found = table.rows.map((cells, row) => ({ row, cells })).filter((row) => filters.every((isWanted) => isWanted(row)));
  const sorted = inOrder(found, query.sort === undefined ? undefined : columnOf(table, query.sort));
  const rows = query.order === 'descending' ? sorted.toReversed() : sorted;
  return { columns: table.columns, rows: rows.slice(offset, offset + limit), total: rows.length };
}

function filtersOf(table: Table, { column, key, search = '', within, doubles }: Partial<RowsQuery>): IsWanted[] {
  const filters: IsWanted[] = [];
  const index = column === undefined ? undefined : columnOf(table, column);
  if (index !== undefined && key !== undefined) filters.push(({ cells }) => cells[index] === key);
  if (doubles !== undefined) filters.push(isDouble(table, columnOf(table, doubles)));
  if (search !== '') filters.push(hasText(search, within === undefined ? undefined : columnOf(table, within)));
  return filters;
}

function isDouble({ rows }: Table, column: number): IsWanted {
  const seen = new Set<string>();
  const doubles = new Set<string>();
  for (const { [column]: cell = '' } of rows) {
    if (seen.has(cell) && cell !== '') doubles.add(cell);
    seen.add(cell);
  }
  return ({ cells }) => doubles.has(cells[column] ?? '');
}

function hasText(search: string, column: number | undefined): IsWanted {
  const wanted = folded(search);
  return ({ cells }) => (column === undefined ? cells : cells.slice(column, column + 1)).some((cell) => folded(cell).includes(wanted));
}

/** By their text, letter for letter. */
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

/** Upper case, because lower case depends on a letter's neighbours in some scripts. */
function folded(text: string): string {
  return text.toUpperCase().normalize('NFC');
}
