import type { TableUpdate } from './table-update.ts';

/** The version of the rows in which the row numbers of an edit count. */
interface InVersion {
  rowsVersion: string | undefined;
}

/** A new text of one cell. */
export interface CellEdit extends InVersion {
  kind: 'cell';
  row: number;
  column: string;
  was: string;
  value: string;
}

/** Rows that are added before the row `at`, or deleted from it on; the content of deleted rows is known once they are deleted. */
export interface RowsEdit extends InVersion {
  kind: 'addRows' | 'deleteRows';
  at: number;
  count: number;
  rows: readonly string[][];
}

/** A column that is added before the column `at` or deleted; without `cells` they are empty, or too many to be read. */
export interface ColumnEdit extends InVersion {
  kind: 'addColumn' | 'deleteColumn';
  name: string;
  at: number;
  cells: readonly string[] | undefined;
}

interface ColumnRename extends InVersion {
  kind: 'renameColumn';
  column: string;
  name: string;
}

/** Changed cells and added rows from a file, or their reverse. */
export interface FileUpdate extends InVersion {
  kind: 'update' | 'takeBack';
  update: TableUpdate;
}

/** An edit of a table that can be undone as one step. */
export type TableEdit = CellEdit | RowsEdit | ColumnEdit | ColumnRename | FileUpdate;

/** The edit that undoes a written one; undefined if it cannot be undone. */
export function reversed(edit: TableEdit): TableEdit | undefined {
  switch (edit.kind) {
    case 'cell':
      return { ...edit, was: edit.value, value: edit.was };
    case 'addRows':
      return { ...edit, kind: 'deleteRows' };
    case 'deleteRows':
      return { ...edit, kind: 'addRows' };
    case 'addColumn':
      return { ...edit, kind: 'deleteColumn' };
    case 'deleteColumn':
      return edit.cells && { ...edit, kind: 'addColumn' };
    case 'renameColumn':
      return { ...edit, column: edit.name, name: edit.column };
    case 'update':
      return { ...edit, kind: 'takeBack' };
    case 'takeBack':
      return { ...edit, kind: 'update' };
  }
}
