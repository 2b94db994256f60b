import type { StationClient } from '#contract/station/index.ts';
import type { TableRow } from '../../composables/unique-column.ts';

/** A row that a code names exactly. */
export interface FoundRow extends TableRow {
  keyColumn: string;
  key: string;
  /** Whether the key names other rows of its table too. */
  isShared: boolean;
}

/** A table in which codes are looked up, by one of its columns. */
export interface KnownTable {
  connection: string;
  table: string;
  keyColumn: string;
}

export interface RowSearch {
  /** Identifiers of the connections to look in. */
  connections: readonly string[];
  /** Writings of the code. */
  keys: readonly string[];
  /** Tables that were chosen before: they are looked in first. */
  known: readonly KnownTable[];
  /** Looks into every column of every table. */
  isThorough: boolean;
}

/** Columns that people name like this hold what is on the product. */
const KEY_NAME = /gtin|ean|upc|sku|code|article|artikel|item|\bref|number|\bno\b|\bid\b|key/iu;
const KEY_COLUMNS = 4;
/** So many rows of one table are told apart on a screen. */
const MOST_ROWS = 10;

/** Every row whose cell is exactly one of the keys, from the known tables if they have one. Each row stands there once. */
export async function findRows(client: StationClient, search: RowSearch, signal: AbortSignal): Promise<FoundRow[]> {
  const known = search.known.filter(({ connection }) => search.connections.includes(connection));
  const familiar = search.isThorough ? [] : await rowsAt(known);
  return familiar.length > 0 ? familiar : rowsAt((await Promise.all(search.connections.map(placesOf))).flat());

  async function rowsAt(places: readonly KnownTable[]): Promise<FoundRow[]> {
    const found = await Promise.all(places.flatMap((place) => search.keys.map((key) => rowsOf(place, key))));
    const rows = new Map<string, FoundRow>();
    for (const row of found.flat()) {
      const name = JSON.stringify([row.connection, row.table, row.row]);
      const other = rows.get(name);
      if (!other || (other.isShared && !row.isShared)) rows.set(name, row);
    }
    return [...rows.values()];
  }

  async function placesOf(connection: string): Promise<KnownTable[]> {
    const tables = await client.tables.list({ connection }, signal);
    return tables.flatMap(({ name, summary: { columns = [] } }) =>
      (search.isThorough ? columns : keyColumns(columns)).map((keyColumn) => ({ connection, table: name, keyColumn })),
    );
  }

  async function rowsOf({ connection, table, keyColumn }: KnownTable, key: string): Promise<FoundRow[]> {
    const query = { column: keyColumn, key, limit: MOST_ROWS };
    const { columns, rows: matches, total } = await client.tables.rows({ connection, name: table, query }, signal);
    return matches.map(({ row, cells }) => ({ connection, table, columns, row, cells, keyColumn, key, isShared: total > 1 }));
  }
}

/** The columns that look like keys by their names, else the first ones. */
function keyColumns(columns: readonly string[]): readonly string[] {
  const named = columns.filter((column) => KEY_NAME.test(column));
  return (named.length > 0 ? named : columns).slice(0, KEY_COLUMNS);
}
