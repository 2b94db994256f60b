import { ProblemError } from '#contract/problem.ts';
import { namedRow } from './named-rows.ts';
import { columnNotFound } from './table-problems.ts';
import { wholeNumberOf } from './whole-number.ts';

/** A cell by its table, its column and the number of its row; undefined without such a column. */
export interface Cell {
  table: string;
  column: string;
  row: number;
  cell: string | undefined;
}

/** What a cell that counts prints has counted; an empty one nothing yet. Throws `not-found` without such a column, and `invalid-input`. */
export function countOf({ table, column, row, cell }: Cell): number {
  if (cell === undefined) throw columnNotFound(table, column);
  const count = cell.trim() === '' ? 0 : wholeNumberOf(cell);
  if (count !== undefined && count < Number.MAX_SAFE_INTEGER) return count;
  const detail = `"${cell}" in ${namedRow(row)} of the column "${column}" of the table "${table}" is no whole number: prints cannot be counted there`;
  throw new ProblemError('invalid-input', { detail: `/printedColumn: ${detail}`, errors: [{ pointer: '/printedColumn', detail }] });
}
