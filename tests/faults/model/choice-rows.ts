import type { Choice } from './command.ts';

/** Cells of the columns for copies, labels and printed counts, row by row. */
export const COPIES: readonly string[] = ['', '2', '0', '1', ''];
export const LABELS: readonly string[] = ['', 'Serial', 'Plain', '', 'Plain'];
export const COUNTED: readonly string[] = ['', '5', '', '0', '999'];
/** The row of every copy of one pass, in order; -1 without a table. */
export interface Rows {
  round: number[];
  isEndless: boolean;
}

/** The rows of one pass, or the problem of an invalid selection. */
export function rowsOf(choice: Choice): Rows | string {
  const { rows, row, copies, repeatPrint } = choice;
  if (rows === 'range') return rangeOf(choice);
  if (rows === 'none' && needsTable(choice)) return 'invalid-input';
  if (rows === 'key' && COPIES[row] === undefined) return 'not-found';
  const limit = rows === 'key' ? copiesWanted(choice, row) : copies;
  if (limit === 0) return 'invalid-input';
  return { round: Array<number>(limit ?? 1).fill(rows === 'key' ? row : -1), isEndless: repeatPrint || limit === undefined };
}

function rangeOf(choice: Choice): Rows | string {
  const { row, rowCount, repeatPrint } = choice;
  const end = rowCount === undefined ? COPIES.length : row + rowCount;
  if (row >= COPIES.length || end > COPIES.length) return 'invalid-input';
  const round: number[] = [];
  for (let at = row; at < end; at++) round.push(...Array<number>(copiesWanted(choice, at) ?? 1).fill(at));
  return round.length === 0 ? 'invalid-input' : { round, isEndless: repeatPrint };
}

/** The label of a row's prints. */
export function labelOf({ label, labelColumn }: Choice, row: number): string {
  return (labelColumn && LABELS[row]) || label;
}

function copiesWanted({ copiesColumn, copies }: Choice, row: number): number | undefined {
  return copiesColumn && COPIES[row] !== '' ? Number(COPIES[row]) : copies;
}

function needsTable({ copiesColumn, labelColumn, printedColumn }: Choice): boolean {
  return copiesColumn || labelColumn || printedColumn;
}
