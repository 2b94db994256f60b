import { computed, watch } from 'vue';
import type { CellEdits } from '#contract/api-v3/table.ts';
import { useLoad } from '../../stores/use-load.ts';
import { useUnsavedEditsStore } from '../../stores/unsaved-edits.ts';
import type { TablePlace } from '../../stores/tables.ts';
import type { CellEdit } from '../../domain/tables/table-edit.ts';
import type { RowPages } from './use-row-pages.ts';
import type { Row } from '../../domain/tables/row-page-cache.ts';

type Cells = CellEdits['cells'];

/** Cells that were edited while their controller is unreachable: the sheet shows their new content. */
export function usePendingCells(place: TablePlace, pages: RowPages) {
  const unsavedEdits = useUnsavedEditsStore();
  const at = { ...place, kind: 'cells' } as const;
  const draft = computed(() => unsavedEdits.find(at));
  const reading = useLoad((signal) => unsavedEdits.load(at, signal), [draft]);
  const waiting = computed(() => {
    const cells = (draft.value && (reading.value.value?.content['cells'] as Cells | undefined)) ?? [];
    return Map.groupBy(cells, ({ row }) => row);
  });
  // The edit was sent or discarded: the controller's content applies again.
  watch(draft, (now, before) => {
    if (!now && before) void pages.reload();
  });

  /** The cached row at an index. */
  function rowAt(index: number): Row | undefined {
    const row = pages.rowAt(index);
    const changed = row && waiting.value.get(row.row);
    if (!changed) return row;
    const values = new Map(changed.map(({ column, value }) => [column, value]));
    return { ...row, cells: row.cells.map((cell, column) => values.get(pages.head.value?.columns[column] ?? '') ?? cell) };
  }

  return { rowAt };
}

/** An edit in the form that the station stores. */
export function pendingEdit({ rowsVersion, row, column, was, value }: CellEdit) {
  const holding = (held: string) => ({ ...(rowsVersion === undefined ? {} : { rowsVersion }), cells: [{ row, column, value: held }] });
  return { content: holding(value), base: holding(was) };
}
