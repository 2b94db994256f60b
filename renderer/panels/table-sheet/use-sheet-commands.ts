import { computed, ref, type Ref } from 'vue';
import { MAX_ROWS } from '#contract/api-v3/table.ts';
import type { TableEdit } from '../../domain/tables/table-edit.ts';
import type { CellPlace } from '../../domain/tables/sheet-navigation.ts';
import type { Row } from '../../domain/tables/row-page-cache.ts';
import { useScannerStore } from '../../stores/scanning/scanner.ts';
import { useTablesStore, type TablePlace } from '../../stores/tables.ts';
import type { RowPages } from './use-row-pages.ts';

interface SheetCommandsOptions {
  place: TablePlace;
  pages: RowPages;
  current: Ref<CellPlace>;
  /** The row from which rows are selected to the current one; undefined while only the current row is. */
  anchor: Ref<number | undefined>;
  rowAt: (index: number) => Row | undefined;
  change: (edit: TableEdit) => Promise<void>;
}

/** Selected rows: the number of the first one, and how many follow each other. */
interface SelectedRows {
  first: number;
  count: number;
}

/** The column that a dialog adds before the column `at`, renames or deletes. */
export interface ColumnTask {
  kind: 'addColumn' | 'renameColumn' | 'deleteColumn';
  at: number;
  column: string;
}

/** The commands of a sheet for rows and columns, by name; those for columns open a dialog. */
export function useSheetCommands({ place, pages, current, anchor, rowAt, change }: SheetCommandsOptions) {
  const tables = useTablesStore();
  const columnTask = ref<ColumnTask>();
  const columns = computed(() => pages.head.value?.columns ?? []);
  const inVersion = () => ({ rowsVersion: pages.head.value?.rowsVersion });

  /** Only rows in the order of their numbers are selected together. */
  const selected = computed((): SelectedRows | undefined => {
    const row = rowAt(current.value.row)?.row;
    if (row === undefined) return undefined;
    const other = anchor.value ?? row;
    const count = Math.abs(row - other) + 1;
    return count > MAX_ROWS ? undefined : { first: Math.min(row, other), count };
  });

  const add = (at: number, rows: readonly string[][]) => change({ kind: 'addRows', at, count: rows.length, rows, ...inVersion() });
  const addEmpty = (at: number) => add(at, [columns.value.map(() => '')]);

  /** Adds an empty row at the end of the table. A filter hides how many rows there are in all. */
  async function addRow(): Promise<void> {
    const { total } = await tables.rows(place, { limit: 0 });
    await addEmpty(total);
  }

  async function duplicate({ first, count }: SelectedRows): Promise<void> {
    const { rows } = await tables.rows(place, { offset: first, limit: count });
    await add(
      first + count,
      rows.map(({ cells }) => cells),
    );
  }

  const ofRows: Readonly<Record<string, (rows: SelectedRows) => Promise<void>>> = {
    insertAbove: ({ first }) => addEmpty(first),
    insertBelow: ({ first, count }) => addEmpty(first + count),
    duplicate,
    print: useRowPrint(place),
    delete: ({ first, count }) => change({ kind: 'deleteRows', at: first, count, rows: [], ...inVersion() }),
  };
  const ofColumns: Readonly<Record<string, (at: number) => ColumnTask>> = {
    columnBefore: (at) => ({ kind: 'addColumn', at, column: '' }),
    columnAfter: (at) => ({ kind: 'addColumn', at: at + 1, column: '' }),
    renameColumn: (at) => ({ kind: 'renameColumn', at, column: columns.value[at] ?? '' }),
    deleteColumn: (at) => ({ kind: 'deleteColumn', at, column: columns.value[at] ?? '' }),
  };

  async function run(command: string): Promise<void> {
    if (command === 'addRow') return addRow();
    columnTask.value = ofColumns[command]?.(current.value.column);
    if (selected.value) await ofRows[command]?.(selected.value);
  }

  /** Adds, renames or deletes the column of the open dialog. */
  async function runColumnTask(name: string): Promise<void> {
    const { kind, at, column } = columnTask.value ?? {};
    columnTask.value = undefined;
    if (kind === undefined || at === undefined || column === undefined) return;
    if (kind === 'renameColumn') await change({ kind, column, name, ...inVersion() });
    else await change({ kind, at, name: kind === 'addColumn' ? name : column, cells: undefined, ...inVersion() });
  }

  return { selected, columns, columnTask, run, runColumnTask };
}

/** Opens the selection for the first of the rows, as if its product had been scanned. */
function useRowPrint(place: TablePlace) {
  const tables = useTablesStore();
  const scanner = useScannerStore();
  return async ({ first }: SelectedRows): Promise<void> => {
    const { columns, rows } = await tables.rows(place, { offset: first, limit: 1 });
    const cells = rows[0]?.cells ?? [];
    const { connection, name: table } = place;
    const found = { connection, table, row: first, columns, cells };
    scanner.printRow({ ...found, keyColumn: columns[0] ?? '', key: cells[0] ?? '', isShared: true });
  };
}

const KEYS: Readonly<Record<string, string>> = {
  Insert: 'insertAbove',
  'Control+Enter': 'insertBelow',
  'Control+d': 'duplicate',
  'Control+Delete': 'delete',
};

/** The command of a key that is pressed in the sheet. */
export function commandOf({ key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): string | undefined {
  return KEYS[ctrlKey || metaKey ? `Control+${key.length === 1 ? key.toLowerCase() : key}` : key];
}
