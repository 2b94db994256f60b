import type { RowsPage, RowsQuery, Table } from '#contract/api-v3/table.ts';
import { ProblemError } from '#contract/problem.ts';

/** A page of the rows of a table that came as a whole, as a controller with pages of rows gives it. Throws `not-found` without the column. */
export function rowsOfTable({ columns, rows }: Table, { column, key, search, offset = 0, limit = 100 }: Partial<RowsQuery>): RowsPage {
  const index = column === undefined ? undefined : columns.indexOf(column);
  if (index === -1) throw new ProblemError('not-found', { detail: `The table has no column "${column}".` });
  const wanted = search === undefined ? undefined : folded(search);
  const found = rows.flatMap((cells, row) => {
    const isRow = index === undefined || key === undefined || cells[index] === key;
    return isRow && (wanted === undefined || cells.some((cell) => folded(cell).includes(wanted))) ? [{ row, cells }] : [];
  });
  return { columns, rows: found.slice(offset, offset + limit), total: found.length };
}

/** Upper case, because lower case depends on a letter's neighbours in some scripts. */
function folded(text: string): string {
  return text.toUpperCase().normalize('NFC');
}
