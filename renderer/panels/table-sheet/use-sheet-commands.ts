import { computed, ref, type Ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { MAX_ROWS } from '#contract/api-v3/table.ts';
import { formatCount } from '../../composables/use-formats.ts';
import type { TableEdit } from '../../domain/tables/table-edit.ts';
import type { CellPlace } from '../../domain/tables/sheet-navigation.ts';
import type { Row } from '../../domain/tables/row-page-cache.ts';
import { useTablesStore, type TablePlace } from '../../stores/tables.ts';
import type { MenuItem } from '../../ui/menu-item.ts';
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

/** The commands of a sheet for rows and columns: their menus, their keys, and what they do. */
export function useSheetCommands({ place, pages, current, anchor, rowAt, change }: SheetCommandsOptions) {
  const { t } = useI18n();
  const tables = useTablesStore();
  const columnTask = ref<ColumnTask>();
  const columns = computed(() => pages.head.value?.columns ?? []);
  const rowsVersion = computed(() => pages.head.value?.rowsVersion);

  const selected = computed((): SelectedRows | undefined => {
    const row = rowAt(current.value.row)?.row;
    if (row === undefined) return undefined;
    // Only rows in the order of their numbers can be selected together.
    if (anchor.value === undefined) return { first: row, count: 1 };
    const first = Math.min(row, anchor.value);
    return { first, count: Math.abs(row - anchor.value) + 1 };
  });
  const tooMany = computed(() => (selected.value?.count ?? 0) > MAX_ROWS);

  const rowItems = computed((): MenuItem[] => {
    const n = selected.value?.count ?? 1;
    const isOff = !selected.value || tooMany.value;
    const counted = { n: formatCount(n) };
    return [
      { value: 'insertAbove', label: t('tables.sheet.insertAbove'), icon: 'up', keys: 'Insert', isDisabled: isOff },
      { value: 'insertBelow', label: t('tables.sheet.insertBelow'), icon: 'down', keys: 'Ctrl+Enter', isDisabled: isOff },
      { value: 'duplicate', label: t('tables.sheet.duplicate', counted, n), icon: 'duplicate', keys: 'Ctrl+D', isDisabled: isOff },
      { value: 'delete', label: t('tables.sheet.deleteRows', counted, n), icon: 'trash', keys: 'Ctrl+Delete', isDisabled: isOff },
    ];
  });
  const columnItems = computed((): MenuItem[] => [
    { value: 'columnBefore', label: t('tables.sheet.columnBefore'), icon: 'back' },
    { value: 'columnAfter', label: t('tables.sheet.columnAfter'), icon: 'forward' },
    { value: 'renameColumn', label: t('tables.sheet.renameColumn'), icon: 'edit' },
    { value: 'deleteColumn', label: t('tables.sheet.deleteColumn'), icon: 'trash', isDisabled: columns.value.length < 2 },
  ]);

  function add(at: number, rows: readonly string[][]): Promise<void> {
    return change({ kind: 'addRows', at, count: rows.length, rows, rowsVersion: rowsVersion.value });
  }

  const emptyRow = (): string[] => columns.value.map(() => '');

  /** Adds an empty row at the end of the table. A filter hides how many rows there are in all. */
  async function addRow(): Promise<void> {
    const { total } = await tables.rows(place, { limit: 0 });
    await add(total, [emptyRow()]);
  }

  async function duplicate({ first, count }: SelectedRows): Promise<void> {
    const { rows } = await tables.rows(place, { offset: first, limit: count });
    await add(
      first + count,
      rows.map(({ cells }) => cells),
    );
  }

  async function run(command: string): Promise<void> {
    const { column } = current.value;
    const rows = selected.value;
    if (command === 'addRow') return addRow();
    if (command === 'columnBefore') columnTask.value = { kind: 'addColumn', at: column, column: '' };
    else if (command === 'columnAfter') columnTask.value = { kind: 'addColumn', at: column + 1, column: '' };
    else if (command === 'renameColumn' || command === 'deleteColumn')
      columnTask.value = { kind: command, at: column, column: columns.value[column] ?? '' };
    if (!rows || tooMany.value) return;
    if (command === 'insertAbove') await add(rows.first, [emptyRow()]);
    if (command === 'insertBelow') await add(rows.first + rows.count, [emptyRow()]);
    if (command === 'duplicate') await duplicate(rows);
    if (command === 'delete')
      await change({ kind: 'deleteRows', at: rows.first, count: rows.count, rows: [], rowsVersion: rowsVersion.value });
  }

  /** Adds, renames or deletes the column of the open dialog. */
  async function runColumnTask(name: string): Promise<void> {
    const task = columnTask.value;
    columnTask.value = undefined;
    if (!task) return;
    const { kind, at, column } = task;
    if (kind === 'renameColumn') await change({ kind, column, name, rowsVersion: rowsVersion.value });
    else await change({ kind, at, name: kind === 'addColumn' ? name : column, cells: undefined, rowsVersion: rowsVersion.value });
  }

  return { selected, rowItems, columnItems, columnTask, run, runColumnTask };
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
