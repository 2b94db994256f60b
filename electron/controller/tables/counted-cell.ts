import { ProblemError } from '#contract/problem.ts';
import { namedRow } from './named-rows.ts';
import { columnNotFound } from './table-problems.ts';
import { wholeNumberOf } from './counted-number.ts';

/** A cell with its table, its column and its row number; undefined without such a column. */
export interface Cell {
  table: string;
  column: string;
  row: number;
  cell: string | undefined;
}

/**
 * The count of prints in a cell; 0 for an empty one. Throws `not-found` without such a column, and `invalid-input` when it is not a whole
 * number.
 */
export function countOf({ table, column, row, cell }: Cell): number {
  if (cell === undefined) throw columnNotFound(table, column);
  const count = cell.trim() === '' ? 0 : wholeNumberOf(cell);
  if (count !== undefined && count < Number.MAX_SAFE_INTEGER) return count;
  const detail = `"${cell}" in ${namedRow(row)} of the column "${column}" of the table "${table}" is not a whole number: prints cannot be counted there`;
  throw new ProblemError('invalid-input', { detail: `/printedColumn: ${detail}`, errors: [{ pointer: '/printedColumn', detail }] });
}
