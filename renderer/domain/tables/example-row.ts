import type { RowsPage, RowsQuery } from '#contract/api-v3/table.ts';
import type { PickedRow } from './picked-row.ts';

export interface TableReader {
  list: () => Promise<readonly { name: string; columns: readonly string[] }[]>;
  rows: (table: string, query: Partial<RowsQuery>) => Promise<RowsPage>;
}

/**
 * The row that a label with these columns is drawn with as an example: the first row of the first table that has all of them and a row that one
 * of its columns identifies. Undefined if there is none, or the label has no columns.
 */
export async function findExampleRow(columns: readonly string[], reader: TableReader): Promise<PickedRow | undefined> {
  if (columns.length === 0) return undefined;
  for (const table of await reader.list()) {
    const row = columns.every((column) => table.columns.includes(column)) ? await exampleRowOf(table.name, reader) : undefined;
    if (row) return row;
  }
  return undefined;
}

/** The first row of a table, by the first column whose value no other row has. Undefined without such a column. */
export async function exampleRowOf(table: string, reader: TableReader): Promise<PickedRow | undefined> {
  const page = await reader.rows(table, { limit: 1 });
  const cells = page.rows[0]?.cells ?? [];
  for (const [index, keyColumn] of page.columns.entries()) {
    const key = cells[index];
    if (key === undefined) return undefined;
    const { total } = await reader.rows(table, { column: keyColumn, key, limit: 1 });
    if (total === 1) return { table, keyColumn, key };
  }
  return undefined;
}
