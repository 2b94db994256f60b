import type { StationClient } from '#contract/station/index.ts';

/** A row of a table on a controller, with the columns of its table. */
export interface TableRow {
  connection: string;
  table: string;
  columns: readonly string[];
  /** Row number, from 0. */
  row: number;
  cells: readonly string[];
}

/** Columns that are tried before one gives up looking for a key. */
const TRIED_COLUMNS = 30;

/** The first column whose cell names this row alone; undefined when none does. */
export async function firstUniqueColumn(client: StationClient, of: TableRow, signal: AbortSignal): Promise<string | undefined> {
  for (const [index, column] of of.columns.slice(0, TRIED_COLUMNS).entries()) {
    const key = of.cells[index];
    if (key === undefined || key === '') continue;
    const { total } = await client.tables.rows({ connection: of.connection, name: of.table, query: { column, key, limit: 1 } }, signal);
    if (total === 1) return column;
  }
  return undefined;
}
