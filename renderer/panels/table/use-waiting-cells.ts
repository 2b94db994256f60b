import { computed, watch } from 'vue';
import type { CellEdits } from '#contract/api-v3/table.ts';
import { useLoad } from '../../composables/use-load.ts';
import { useDraftsStore } from '../../stores/drafts.ts';
import type { TablePlace } from '../../stores/tables.ts';
import type { CellEdit } from './edit-history.ts';
import type { RowPages } from './use-row-pages.ts';
import type { Row } from './kept-pages.ts';

type Cells = CellEdits['cells'];

/** Cells of a table that were changed while its controller is away: the sheet shows them as they will be. */
export function useWaitingCells(place: TablePlace, pages: RowPages) {
  const drafts = useDraftsStore();
  const at = { ...place, kind: 'cells' } as const;
  const draft = computed(() => drafts.find(at));
  const reading = useLoad((signal) => drafts.seek(at, signal), [draft]);
  const waiting = computed(() => {
    const cells = (draft.value && (reading.value.value?.content['cells'] as Cells | undefined)) ?? [];
    return Map.groupBy(cells, ({ row }) => row);
  });
  // Sent, or let go: what the controller has counts again.
  watch(draft, (now, before) => {
    if (!now && before) void pages.reload();
  });

  /** What is known of the row at a place. */
  function rowAt(index: number): Row | undefined {
    const row = pages.rowAt(index);
    const changed = row && waiting.value.get(row.row);
    if (!changed) return row;
    const values = new Map(changed.map(({ column, value }) => [column, value]));
    return { ...row, cells: row.cells.map((cell, column) => values.get(pages.head.value?.columns[column] ?? '') ?? cell) };
  }

  return { rowAt };
}

/** An edit as its draft keeps it. */
export function waitingEdit({ rowsVersion, row, column, was, value }: CellEdit) {
  const holding = (held: string) => ({ ...(rowsVersion === undefined ? {} : { rowsVersion }), cells: [{ row, column, value: held }] });
  return { content: holding(value), base: holding(was) };
}
