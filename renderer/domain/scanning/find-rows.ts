import type { StationClient } from '#contract/station/index.ts';
import type { TableRow } from './unique-column.ts';

/** A row that a code matches exactly. */
export interface FoundRow extends TableRow {
  keyColumn: string;
  key: string;
  /** Whether other rows of the table have the same key. */
  isShared: boolean;
}

/** A table in which codes are searched, and its key column. */
export interface ScanTable {
  connection: string;
  table: string;
  keyColumn: string;
}

export interface RowSearch {
  /** The identifiers of the connections to search. */
  connections: readonly string[];
  /** The forms in which a table may contain the code. */
  keys: readonly string[];
  /** Tables that were chosen before; they are searched first. */
  chosenTables: readonly ScanTable[];
  /** Searches every column of every table. */
  isThorough: boolean;
}

/** Typical names of columns with product identifiers. */
const KEY_NAME = /gtin|ean|upc|sku|code|article|artikel|item|\bref|number|\bno\b|\bid\b|key/iu;
const KEY_COLUMNS = 4;
/** The number of rows of one table that the screen shows. */
const MAX_ROWS = 10;

/** Every row with a cell that equals one of the keys, from the known tables if they have one. Each row is returned once. */
export async function findRows(client: StationClient, search: RowSearch, signal: AbortSignal): Promise<FoundRow[]> {
  const chosenTables = search.chosenTables.filter(({ connection }) => search.connections.includes(connection));
  const foundThere = search.isThorough ? [] : await rowsAt(chosenTables);
  return foundThere.length > 0 ? foundThere : rowsAt((await Promise.all(search.connections.map(placesOf))).flat());

  async function rowsAt(places: readonly ScanTable[]): Promise<FoundRow[]> {
    const found = await Promise.all(places.flatMap((place) => search.keys.map((key) => rowsOf(place, key))));
    const rows = new Map<string, FoundRow>();
    for (const row of found.flat()) {
      const name = JSON.stringify([row.connection, row.table, row.row]);
      const other = rows.get(name);
      if (!other || (other.isShared && !row.isShared)) rows.set(name, row);
    }
    return [...rows.values()];
  }

  async function placesOf(connection: string): Promise<ScanTable[]> {
    const tables = await client.tables.list({ connection }, signal);
    return tables.flatMap(({ name, summary: { columns = [] } }) =>
      (search.isThorough ? columns : keyColumns(columns)).map((keyColumn) => ({ connection, table: name, keyColumn })),
    );
  }

  async function rowsOf({ connection, table, keyColumn }: ScanTable, key: string): Promise<FoundRow[]> {
    const query = { column: keyColumn, key, limit: MAX_ROWS };
    const { columns, rows: matches, total } = await client.tables.rows({ connection, name: table, query }, signal);
    return matches.map(({ row, cells }) => ({ connection, table, columns, row, cells, keyColumn, key, isShared: total > 1 }));
  }
}

/** The columns whose names look like keys, otherwise the first ones. */
function keyColumns(columns: readonly string[]): readonly string[] {
  const named = columns.filter((column) => KEY_NAME.test(column));
  return (named.length > 0 ? named : columns).slice(0, KEY_COLUMNS);
}
