import type { Selectable } from 'kysely';
import type { TableSummary } from '#contract/api-v3/table.ts';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/controller-schema.ts';
import { KeptReading } from '#storage/kept-reading.ts';
import { Statement } from '#storage/statement.ts';
import { TableData } from './table-data.ts';
import { columnNotFound, tableNotFound } from './table-problems.ts';

const ENTRY = new Statement<Selectable<ControllerSchema['tables']>>('SELECT * FROM tables WHERE name = ?1');
const ENTRIES = new KeptReading('tables', async (db: ControllerDatabase | ControllerTransaction, name) => {
  const row = await ENTRY.first(db, name);
  return row && toEntry(row);
});

/** A table by name, with the version of its rows that is current. */
export interface TableEntry {
  name: string;
  data: TableData;
  columns: string[];
  rowCount: number;
  modified: number;
  /** How often a cell was changed since the rows were put. */
  changes: number;
}

/** Throws `not-found`. */
export async function getEntry(name: string, db: ControllerDatabase | ControllerTransaction): Promise<TableEntry> {
  const entry = await findEntry(name, db);
  if (!entry) throw tableNotFound(name, `There is no table "${name}".`);
  return entry;
}

export function findEntry(name: string, db: ControllerDatabase | ControllerTransaction): Promise<TableEntry | undefined> {
  return ENTRIES.get(db, name);
}

/** An entry as the database holds it. */
export function toEntry({
  name,
  data_id: id,
  columns: text,
  row_count: rowCount,
  modified,
  changes,
}: Selectable<ControllerSchema['tables']>): TableEntry {
  const columns = JSON.parse(text) as string[];
  return { name, data: new TableData(id, columns.length), columns, rowCount, modified, changes };
}

/** An entry as the table list shows it. */
export function summaryOf({ columns, rowCount, modified }: TableEntry): TableSummary {
  return { columns, rowCount, modified: new Date(modified).toISOString() };
}

/** A text that differs after every put of the table, and stays when cells are changed: as long as it is the same, a number is the same row. */
export function rowsVersionOf({ data }: TableEntry): string {
  return String(data.id);
}

/** Where the column stands. Throws `not-found`. */
export function columnIndex({ name, columns }: TableEntry, column: string): number {
  const index = columns.indexOf(column);
  if (index < 0) throw columnNotFound(name, column);
  return index;
}
