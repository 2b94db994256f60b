import type { StationClient } from '#contract/station/index.ts';

/** A row of a table on a controller, with the table's columns. */
export interface TableRow {
  connection: string;
  table: string;
  columns: readonly string[];
  /** Row number, from 0. */
  row: number;
  cells: readonly string[];
}

/** The number of columns that are tried as a key. */
const TRIED_COLUMNS = 30;

/** The first column whose cell is unique in the table; undefined if none is. */
export async function firstUniqueColumn(client: StationClient, of: TableRow, signal: AbortSignal): Promise<string | undefined> {
  for (const [index, column] of of.columns.slice(0, TRIED_COLUMNS).entries()) {
    const key = of.cells[index];
    if (key === undefined || key === '') continue;
    const { total } = await client.tables.rows({ connection: of.connection, name: of.table, query: { column, key, limit: 1 } }, signal);
    if (total === 1) return column;
  }
  return undefined;
}
