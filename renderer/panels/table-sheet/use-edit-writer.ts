import { useI18n } from 'vue-i18n';
import { tableSchema } from '#contract/api-v3/table.ts';
import { ProblemError } from '#contract/problem.ts';
import { takenBack, updated } from '../../domain/tables/table-update.ts';
import type { CellEdit, ColumnEdit, FileUpdate, RowsEdit, TableEdit } from '../../domain/tables/table-edit.ts';
import { useConnectionsStore } from '../../stores/connections.ts';
import { useNoticesStore } from '../../stores/notices.ts';
import { useTablesStore, type TablePlace } from '../../stores/tables.ts';
import { useUnsavedEditsStore } from '../../stores/unsaved-edits.ts';
import { pendingEdit } from './use-pending-cells.ts';

/** A written edit, with what it deleted; `rowsVersion` is set when rows have other numbers after it. */
interface Written {
  edit: TableEdit;
  rowsVersion?: string | undefined;
}

type Tables = ReturnType<typeof useTablesStore>;

/**
 * Writes edits to the controller. Edits of cells are stored in the station while the controller is unreachable. Never overwrites a concurrent
 * change.
 */
export function useEditWriter(place: TablePlace) {
  const tables = useTablesStore();
  const writeCell = useCellWriter(place);
  const writeUpdate = useUpdateWriter(place);

  return async (edit: TableEdit): Promise<Written> => {
    switch (edit.kind) {
      case 'cell':
        return writeCell(edit);
      case 'addRows':
      case 'deleteRows':
        return writeRows(tables, place, edit);
      case 'addColumn':
      case 'deleteColumn':
        return writeColumn(tables, place, edit);
      case 'renameColumn':
        await tables.renameColumn(place, { column: edit.column, name: edit.name });
        return { edit };
      case 'update':
      case 'takeBack':
        return writeUpdate(edit);
    }
  };
}

function useCellWriter(place: TablePlace) {
  const { t } = useI18n();
  const tables = useTablesStore();
  const unsavedEdits = useUnsavedEditsStore();
  const connections = useConnectionsStore();
  const notices = useNoticesStore();

  return async (edit: CellEdit): Promise<Written> => {
    const { row, column, was, value } = edit;
    const edits = { ...versionOf(edit), cells: [{ row, column, was, value }] };
    const { isQueued } = await unsavedEdits.saveOrQueue({ ...place, kind: 'cells' }, pendingEdit(edit), () =>
      tables.editCells(place, edits),
    );
    const controller = connections.findConnection(place.connection)?.name ?? '';
    if (isQueued) notices.show(t('unsavedEdits.queued', { name: place.name, controller }));
    return { edit };
  };
}

async function writeRows(tables: Tables, place: TablePlace, edit: RowsEdit): Promise<Written> {
  const { at, count, rows } = edit;
  if (edit.kind === 'addRows') {
    const added = await tables.addRows(place, { ...versionOf(edit), at, rows: [...rows] });
    return { edit: { ...edit, at: added.row }, rowsVersion: added.rowsVersion };
  }
  const deleted = await tables.deleteRows(place, { ...versionOf(edit), row: at, count });
  return { edit: { ...edit, rows: deleted.rows }, rowsVersion: deleted.rowsVersion };
}

async function writeColumn(tables: Tables, place: TablePlace, edit: ColumnEdit): Promise<Written> {
  const { name, at, cells } = edit;
  if (edit.kind === 'addColumn') {
    const { rowsVersion } = await tables.addColumn(place, { ...versionOf(edit), name, at, ...(cells && { cells: [...cells] }) });
    return { edit, rowsVersion };
  }
  const { rowsVersion, ...deleted } = await tables.deleteColumn(place, { ...versionOf(edit), column: name });
  return { edit: { ...edit, at: deleted.at, cells: deleted.cells }, rowsVersion };
}

function useUpdateWriter(place: TablePlace) {
  const { t } = useI18n();
  const tables = useTablesStore();
  const notices = useNoticesStore();

  /** The whole table is written, and read again for the new version of its rows. */
  return async (edit: FileUpdate): Promise<Written> => {
    const before = tableSchema.parse(await tables.get(place));
    const after = edit.kind === 'update' ? updated(before, edit.update) : takenBack(before, edit.update);
    if (!after) throw new ProblemError('changed-meanwhile', { detail: t('tableUpdate.changed', { name: place.name }) });
    await tables.put(place, after, before);
    if (edit.kind === 'update') notices.show(t('tableUpdate.done', { name: place.name }));
    return { edit, rowsVersion: (await tables.rows(place, { limit: 0 })).rowsVersion };
  };
}

function versionOf({ rowsVersion }: Pick<TableEdit, 'rowsVersion'>) {
  return rowsVersion === undefined ? {} : { rowsVersion };
}
