import type { Table } from '#contract/api-v3/table.ts';

/** A cell that an update changes. */
export interface UpdatedCell {
  row: number;
  column: string;
  was: string;
  value: string;
}

/** What an update from a file does: changed cells, and rows after the last one. */
export interface TableUpdate {
  cells: readonly UpdatedCell[];
  added: readonly string[][];
  /** The number of rows that the table had before. */
  rowCount: number;
}

/** The table after an update; undefined if a cell or the number of rows is not the one that the update started from. */
export function updated({ columns, rows }: Table, { cells, added, rowCount }: TableUpdate): Table | undefined {
  if (rows.length !== rowCount) return undefined;
  const changed = withCells(
    { columns, rows },
    cells.map(({ was, value, ...place }) => ({ ...place, from: was, to: value })),
  );
  return changed && { columns, rows: [...changed, ...added] };
}

/** The table before an update; undefined if a changed cell or an added row is not as the update left it. Other cells may have changed. */
export function takenBack({ columns, rows }: Table, { cells, added, rowCount }: TableUpdate): Table | undefined {
  const last = rows.slice(rowCount);
  const isSame = last.length === added.length && last.every((row, index) => row.every((cell, column) => cell === added[index]?.[column]));
  if (!isSame) return undefined;
  const changed = withCells(
    { columns, rows: rows.slice(0, rowCount) },
    cells.map(({ was, value, ...place }) => ({ ...place, from: value, to: was })),
  );
  return changed && { columns, rows: changed };
}

function withCells(
  { columns, rows }: Table,
  cells: readonly { row: number; column: string; from: string; to: string }[],
): string[][] | undefined {
  const changed = [...rows];
  for (const { row, column, from, to } of cells) {
    const [index, before] = [columns.indexOf(column), changed[row]];
    if (!before || before[index] !== from) return undefined;
    changed[row] = before.with(index, to);
  }
  return changed;
}
