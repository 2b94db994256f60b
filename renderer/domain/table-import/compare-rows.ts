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
  const rowsOfKey = grouped(table.rows.map((cells, row) => ({ key: cells[key.column] ?? '', place: row })));
  const linesOfKey = grouped(lines.map(({ cells }, place) => ({ key: cells[key.source] ?? '', place })));
  const [cells, added] = [[] as UpdatedCell[], [] as string[][]];
  let [changedRows, unchangedRows] = [0, 0];
  for (const [text, [line = 0, ...others]] of linesOfKey) {
    const [row, ...otherRows] = rowsOfKey.get(text) ?? [];
    const source = lines[line]?.cells ?? [];
    if (text === '' || others.length > 0 || otherRows.length > 0) continue;
    if (row === undefined) added.push(newRow(table, source, matches));
    else {
      const changed = changedCells(table, { row, source }, matches);
      cells.push(...changed);
      if (changed.length > 0) changedRows += 1;
      else unchangedRows += 1;
    }
  }
  return {
    update: { cells, added, rowCount: table.rows.length },
    ...{ changedRows, unchangedRows },
    keptRows: table.rows.filter((row) => (row[key.column] ?? '') === '' || !linesOfKey.has(row[key.column] ?? '')).length,
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

function grouped(keys: readonly { key: string; place: number }[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const { key, place } of keys) {
    const present = places.get(key);
    if (present) present.push(place);
    else places.set(key, [place]);
  }
  return places;
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
