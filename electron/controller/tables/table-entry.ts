import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { TableSummary } from '#contract/api-v3/table.ts';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { CachedRead } from '#storage/database/cached-query.ts';
import { Statement } from '#storage/database/statement.ts';
import { readStored, tryStored } from '../stored-content/stored-json.ts';
import { TableData } from './rows/table-data.ts';
import { columnNotFound, tableNotFound } from './table-problems.ts';

const columnsSchema = z.array(z.string()).min(1);
const ENTRY = new Statement<Selectable<ControllerSchema['tables']>>('SELECT * FROM tables WHERE name = ?1');
const ENTRIES = new CachedRead('tables', async (db: ControllerDatabase | ControllerTransaction, name) => {
  const row = await ENTRY.first(db, name);
  return row && toEntry(row);
});

/** A table by name, with the current version of its rows. */
export interface TableEntry {
  name: string;
  data: TableData;
  columns: string[];
  rowCount: number;
  modified: number;
  /** How many cell changes were made since the rows were put. */
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

/** Converts a row of the database. Throws `content-unusable`. */
export function toEntry({
  name,
  data_id: id,
  columns: text,
  row_count: rowCount,
  modified,
  changes,
}: Selectable<ControllerSchema['tables']>): TableEntry {
  const columns = readStored(columnsSchema, text, { title: `table "${name}"`, instance: `/api/v3/tables/${encodeURIComponent(name)}` });
  return { name, data: new TableData(id, columns.length), columns, rowCount, modified, changes };
}

/** A stored table as the table list shows it; without columns if they cannot be read. */
export function summaryOfRow(row: Selectable<ControllerSchema['tables']>): TableSummary {
  const read = tryStored(columnsSchema, row.columns);
  return { columns: 'fault' in read ? [] : read.value, rowCount: row.row_count, modified: new Date(row.modified).toISOString() };
}

/** An entry as the table list shows it. */
export function summaryOf({ columns, rowCount, modified }: TableEntry): TableSummary {
  return { columns, rowCount, modified: new Date(modified).toISOString() };
}

/** A text that is the same while a row number means the same row: changes of cells and rows at the end leave it as it is. */
export function rowsVersionOf({ data }: Pick<TableEntry, 'data'>): string {
  return String(data.id);
}

/** The index of a column. Throws `not-found`. */
export function columnIndex({ name, columns }: TableEntry, column: string): number {
  const index = columns.indexOf(column);
  if (index < 0) throw columnNotFound(name, column);
  return index;
}
