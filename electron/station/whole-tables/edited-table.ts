import type { CellEdits, Table } from '#contract/api-v3/table.ts';
import { ProblemError } from '#contract/problem.ts';

/** Messages show this many characters of a cell. */
const MAX_SHOWN = 100;

/**
 * The table with the changed cells. Throws `not-found` for an unknown column or row, and `changed-meanwhile` when a cell is not what the edit
 * expects.
 */
export function editedTable(name: string, { columns, rows }: Table, cells: CellEdits['cells']): Table {
  const edited = [...rows];
  for (const { row, column, was, value } of cells) {
    const index = columns.indexOf(column);
    const before = edited[row];
    if (index < 0) throw new ProblemError('not-found', { detail: `The table "${name}" has no column "${column}".` });
    if (!before)
      throw new ProblemError('not-found', { detail: `The table "${name}" has ${rows.length} rows; there is no row ${row + 1}.` });
    const now = before[index] ?? '';
    if (was !== undefined && was !== now) throw changedTable(name, `"${column}" in row ${row + 1} is "${shortened(now)}" now.`);
    edited[row] = before.with(index, value);
  }
  return { columns, rows: edited };
}

export function changedTable(name: string, what: string): ProblemError {
  const detail = `The table "${name}" has changed since it was read. ${what} Nothing was written.`;
  return new ProblemError('changed-meanwhile', { detail });
}

function shortened(cell: string): string {
  return cell.length > MAX_SHOWN ? `${cell.slice(0, MAX_SHOWN)}…` : cell;
}
