import type { Label } from '#contract/api-v3/label.ts';
import type { RowsPage, RowsQuery } from '#contract/api-v3/table.ts';
import { labelNeeds } from '#rendering/label-needs.ts';
import type { PickedRow } from '../table/picked-row.ts';

export interface TableReader {
  list: () => Promise<readonly { name: string; columns: readonly string[] }[]>;
  rows: (table: string, query: Partial<RowsQuery>) => Promise<RowsPage>;
}

/** A row that shows what a label looks like which prints these columns of a table: the first row of the first table that has all of them. */
export async function findExampleRow(columns: readonly string[], reader: TableReader): Promise<PickedRow | undefined> {
  if (columns.length === 0) return undefined;
  const tables = await reader.list();
  const table = tables.find((candidate) => columns.every((column) => candidate.columns.includes(column)));
  if (!table) return undefined;
  const page = await reader.rows(table.name, { limit: 1 });
  const cells = page.rows[0]?.cells ?? [];
  for (const [index, keyColumn] of page.columns.entries()) {
    const key = cells[index];
    if (key === undefined) return undefined;
    const { total } = await reader.rows(table.name, { column: keyColumn, key, limit: 1 });
    if (total === 1) return { table: table.name, keyColumn, key };
  }
  return undefined;
}

/** The columns that a label prints; none for a document that is no label of ours. */
export function columnsOf(label: unknown): string[] {
  try {
    return labelNeeds(label as Label).columns;
  } catch {
    return [];
  }
}
