import { computed, type Ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { formatCount } from '../../composables/use-formats.ts';
import type { MenuItem } from '../../ui/menu-item.ts';
import type { useSheetCommands } from './use-sheet-commands.ts';

interface SheetMenusOptions {
  commands: ReturnType<typeof useSheetCommands>;
  /** Whether rows are in the order of their numbers, so that several can be selected. */
  canSelect: Ref<boolean>;
  /** Whether taps select rows. */
  isSelecting: Ref<boolean>;
}

/** The menus of a sheet: commands for the selected rows and for the current column. */
export function useSheetMenus({ commands: { selected, columns }, canSelect, isSelecting }: SheetMenusOptions) {
  const { t } = useI18n();

  const rowItems = computed((): MenuItem[] => {
    const n = selected.value?.count ?? 1;
    const isDisabled = !selected.value;
    const counted = { n: formatCount(n) };
    return [
      { value: 'print', label: t('tables.sheet.print'), icon: 'printer', isDisabled: selected.value?.count !== 1 },
      { value: 'insertAbove', label: t('tables.sheet.insertAbove'), icon: 'up', keys: 'Insert', isDisabled },
      { value: 'insertBelow', label: t('tables.sheet.insertBelow'), icon: 'down', keys: 'Ctrl+Enter', isDisabled },
      { value: 'duplicate', label: t('tables.sheet.duplicate', counted, n), icon: 'duplicate', keys: 'Ctrl+D', isDisabled },
      { value: 'delete', label: t('tables.sheet.deleteRows', counted, n), icon: 'trash', keys: 'Ctrl+Delete', isDisabled },
      {
        value: 'select',
        label: t(isSelecting.value ? 'tables.sheet.selectEnd' : 'tables.sheet.selectMore'),
        icon: 'check',
        keys: '⇧ ↑ ↓',
        isDisabled: !canSelect.value,
      },
    ];
  });
  const columnItems = computed((): MenuItem[] => [
    { value: 'columnBefore', label: t('tables.sheet.columnBefore'), icon: 'back' },
    { value: 'columnAfter', label: t('tables.sheet.columnAfter'), icon: 'forward' },
    { value: 'renameColumn', label: t('tables.sheet.renameColumn'), icon: 'edit' },
    { value: 'deleteColumn', label: t('tables.sheet.deleteColumn'), icon: 'trash', isDisabled: columns.value.length < 2 },
  ]);

  return { rowItems, columnItems };
}
