import { useI18n } from 'vue-i18n';
import { formatCount } from '../../composables/use-formats.ts';
import type { TableEdit } from '../../domain/tables/table-edit.ts';

/** The texts that name an edit of a table: as a question, and after it was refused. */
export function useEditTexts() {
  const { t } = useI18n();

  function titleOf(edit: TableEdit): string {
    switch (edit.kind) {
      case 'cell':
        return t('tables.sheet.live.title', { column: edit.column, row: formatCount(edit.row + 1) });
      case 'addRows':
      case 'deleteRows':
        return t(`tables.sheet.live.${edit.kind}`, { n: formatCount(edit.count), row: formatCount(edit.at + 1) }, edit.count);
      case 'addColumn':
      case 'deleteColumn':
        return t(`tables.sheet.live.${edit.kind}`, { column: edit.name });
      case 'renameColumn':
        return t('tables.sheet.live.renameColumn', { column: edit.column, name: edit.name });
      case 'update':
      case 'takeBack':
        return t(`tables.sheet.live.${edit.kind}`);
    }
  }

  function refusalOf(edit: TableEdit): string {
    if (edit.kind !== 'cell') return t('tables.sheet.notDone');
    return t('tables.sheet.notWritten', { value: edit.value, column: edit.column, row: formatCount(edit.row + 1) });
  }

  return { titleOf, refusalOf };
}
