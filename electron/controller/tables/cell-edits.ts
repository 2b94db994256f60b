import type { CellEdits } from '#contract/api-v3/table.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerTransaction } from '#storage/database/controller-schema.ts';
import { namedRow } from './named-rows.ts';
import { columnIndex, rowsVersionOf, type TableEntry } from './table-entry.ts';
import { tableNotFound } from './table-problems.ts';

/** Messages show this many characters of a cell. */
const MAX_SHOWN = 100;

/**
 * Writes the cells in order. Throws `not-found` for an unknown column or row, and `changed-meanwhile` when a cell is not what the edit
 * expects.
 */
export async function writeCells(entry: TableEntry, { rowsVersion, cells }: CellEdits, trx: ControllerTransaction): Promise<void> {
  requireRowsVersion(entry, rowsVersion);
  for (const { row, column, was, value } of cells) {
    const index = columnIndex(entry, column);
    const [found] = await entry.data.numberedRows([row], trx);
    if (!found) throw rowNotFound(entry, row);
    const now = found.cells[index] ?? '';
    if (was !== undefined && was !== now) throw changed(entry, `"${column}" in ${namedRow(row)} is "${shortened(now)}" now`);
    await entry.data.writeCell(index, { row, cells: found.cells.with(index, value) }, trx);
  }
}

/** Throws `changed-meanwhile` if a row may have another number than in the version that a client has read. */
export function requireRowsVersion(entry: TableEntry, rowsVersion: string | undefined): void {
  if (rowsVersion !== undefined && rowsVersion !== rowsVersionOf(entry)) throw changedRows(entry);
}

export function changedRows(entry: TableEntry): ProblemError {
  return changed(entry, 'Its rows were replaced, or rows were added or deleted, since they were read');
}

export function rowNotFound({ name, rowCount }: TableEntry, row: number): ProblemError {
  return tableNotFound(name, `The table "${name}" has ${rowCount} rows; there is no ${namedRow(row)}.`);
}

function changed({ name }: TableEntry, what: string): ProblemError {
  return new ProblemError('changed-meanwhile', {
    detail: `The table "${name}" has changed since it was read. ${what}. Nothing was written.`,
    instance: `/api/v3/tables/${encodeURIComponent(name)}`,
  });
}

function shortened(cell: string): string {
  return cell.length > MAX_SHOWN ? `${cell.slice(0, MAX_SHOWN)}…` : cell;
}
