import type { CellEdits } from '#contract/api-v3/table.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerTransaction } from '#storage/controller-schema.ts';
import { namedRow } from './named-rows.ts';
import { columnIndex, rowsVersionOf, type TableEntry } from './table-entry.ts';
import { tableNotFound } from './table-problems.ts';

/** So much of a cell is told in a message. */
const TOLD = 100;

/** Writes the cells in their order. Throws `not-found` for column and row, and `changed-meanwhile` for what is not as the edit takes it for. */
export async function writeCells(entry: TableEntry, { rowsVersion, cells }: CellEdits, trx: ControllerTransaction): Promise<void> {
  if (rowsVersion !== undefined && rowsVersion !== rowsVersionOf(entry)) {
    throw changed(entry, 'All its rows were replaced meanwhile');
  }
  for (const { row, column, was, value } of cells) {
    const index = columnIndex(entry, column);
    const [found] = await entry.data.numberedRows([row], trx);
    if (!found) throw rowNotFound(entry, row);
    const now = found.cells[index] ?? '';
    if (was !== undefined && was !== now) throw changed(entry, `"${column}" in ${namedRow(row)} is "${shortened(now)}" now`);
    await entry.data.writeCell(index, { row, cells: found.cells.with(index, value) }, trx);
  }
}

export function rowNotFound({ name, rowCount }: TableEntry, row: number): ProblemError {
  return tableNotFound(name, `The table "${name}" has ${rowCount} rows; there is no ${namedRow(row)}.`);
}

function changed({ name }: TableEntry, what: string): ProblemError {
  return new ProblemError('changed-meanwhile', {
    detail: `The table "${name}" was changed by somebody else. ${what}. Nothing was written.`,
    instance: `/api/v3/tables/${encodeURIComponent(name)}`,
  });
}

function shortened(cell: string): string {
  return cell.length > TOLD ? `${cell.slice(0, TOLD)}…` : cell;
}
