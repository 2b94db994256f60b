import type { Table } from '#contract/api-v3/table.ts';
import type { SourceRow } from '#contract/csv/source-row.ts';
import type { TableUpdate, UpdatedCell } from '../tables/table-update.ts';

/** A row of the table and the column of the file that has the new text of each of its columns. */
export interface ColumnMatch {
  /** The index in the table. */
  column: number;
  /** The index in the file. */
  source: number;
}

/** A key that occurs several times; the lines of the file or the row numbers of the table, from 0. */
export interface RepeatedKey {
  key: string;
  places: number[];
}

/** The difference between a file and a table. */
export interface RowComparison {
  update: TableUpdate;
  changedRows: number;
  unchangedRows: number;
  /** Rows of the table whose key is not in the file. */
  keptRows: number;
  /** Their rows are left out of the update. */
  repeatedInFile: RepeatedKey[];
  repeatedInTable: RepeatedKey[];
  /** The number of lines without a key. */
  keyless: number;
}

/** Compares the rows of a file with those of a table that have the same key. `key` is one of the matched columns. */
export function compareRows(table: Table, lines: readonly SourceRow[], { matches, key }: FileColumns): RowComparison {
  const rowsOfKey = grouped(table.rows.map((cells) => cells[key.column] ?? ''));
  const linesOfKey = grouped(lines.map(({ cells }) => cells[key.source] ?? ''));
  const single = [...linesOfKey].filter(([text, { length }]) => text !== '' && length === 1 && (rowsOfKey.get(text)?.length ?? 0) < 2);
  const found = single.map(([text, [line = 0]]) => ({ row: rowsOfKey.get(text)?.[0], source: lines[line]?.cells ?? [] }));
  const changes = found.flatMap(({ row, source }) => (row === undefined ? [] : [changedCells(table, { row, source }, matches)]));
  const changedRows = changes.filter(({ length }) => length > 0).length;
  return {
    update: {
      cells: changes.flat(),
      added: found.filter(({ row }) => row === undefined).map(({ source }) => newRow(table, source, matches)),
      rowCount: table.rows.length,
    },
    changedRows,
    unchangedRows: changes.length - changedRows,
    keptRows: keptRows(rowsOfKey, linesOfKey),
    repeatedInFile: repeated(linesOfKey).map(({ key: text, places }) => ({ key: text, places: places.map((at) => lines[at]?.line ?? 0) })),
    repeatedInTable: repeated(rowsOfKey).filter(({ key: text }) => linesOfKey.has(text)),
    keyless: linesOfKey.get('')?.length ?? 0,
  };
}

/** Which columns of a file are compared, and by which one rows are found. */
export interface FileColumns {
  matches: readonly ColumnMatch[];
  key: ColumnMatch;
}

/** The first column that identifies each row of a table and that a file has as well. */
export function uniqueColumn({ columns, rows }: Table, named: readonly string[]): string | undefined {
  return columns.find((name, index) => {
    const cells = rows.map((row) => row[index] ?? '');
    return named.includes(name) && !cells.includes('') && new Set(cells).size === cells.length;
  });
}

/** The places of each key. */
function grouped(keys: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [place, key] of keys.entries()) {
    const present = places.get(key);
    if (present) present.push(place);
    else places.set(key, [place]);
  }
  return places;
}

/** An empty key is not found in the file. */
function keptRows(rowsOfKey: ReadonlyMap<string, number[]>, linesOfKey: ReadonlyMap<string, number[]>): number {
  const kept = [...rowsOfKey].filter(([key]) => key === '' || !linesOfKey.has(key));
  return kept.reduce((sum, [, { length }]) => sum + length, 0);
}

function repeated(places: ReadonlyMap<string, number[]>): RepeatedKey[] {
  return [...places].filter(([key, { length }]) => key !== '' && length > 1).map(([key, at]) => ({ key, places: at }));
}

function changedCells({ columns, rows }: Table, { row, source }: { row: number; source: string[] }, matches: readonly ColumnMatch[]) {
  return matches.flatMap(({ column, source: at }): UpdatedCell[] => {
    const [was, value] = [rows[row]?.[column] ?? '', source[at] ?? ''];
    return was === value ? [] : [{ row, column: columns[column] ?? '', was, value }];
  });
}

/** Columns that the file does not have are empty. */
function newRow({ columns }: Table, source: readonly string[], matches: readonly ColumnMatch[]): string[] {
  const sources = new Map(matches.map(({ column, source: at }) => [column, at]));
  return columns.map((_, column) => source[sources.get(column) ?? -1] ?? '');
}
