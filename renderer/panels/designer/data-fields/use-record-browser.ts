import { computed, ref, watch, type Ref } from 'vue';
import { useTablesStore } from '../../../stores/tables.ts';
import { exampleRowOf } from '../../../domain/tables/example-row.ts';
import type { PickedRow } from '../../../domain/tables/picked-row.ts';

/** Goes through the rows of the table that the label is drawn with. */
export function useRecordBrowser(connection: string, row: Ref<PickedRow | undefined>) {
  const tables = useTablesStore();
  const reader = tables.reader(connection);
  /** Number of the row from 0, and of all rows; undefined until they are known. */
  const place = ref<{ position: number; total: number }>();
  /** The row that a step has chosen, whose position is known. */
  let stepped: PickedRow | undefined;

  watch(
    row,
    async (chosen) => {
      if (chosen === stepped) return;
      place.value = undefined;
      if (!chosen) return;
      const [found, { total }] = await Promise.all([
        reader.rows(chosen.table, { column: chosen.keyColumn, key: chosen.key, limit: 1 }),
        reader.rows(chosen.table, { limit: 0 }),
      ]);
      const position = found.rows[0]?.row;
      if (chosen === row.value && position !== undefined) place.value = { position, total };
    },
    { immediate: true },
  );

  /** Shows the next or previous row; nothing happens at the ends. */
  async function step(by: 1 | -1): Promise<void> {
    const [chosen, from] = [row.value, place.value];
    if (!chosen || !from) return;
    const position = from.position + by;
    const { columns, rows, total } = await reader.rows(chosen.table, { offset: position, limit: 1 });
    const key = rows[0]?.cells[columns.indexOf(chosen.keyColumn)];
    if (key === undefined || chosen !== row.value) return;
    row.value = { ...chosen, key };
    stepped = row.value;
    place.value = { position, total };
  }

  /** Draws the label with the first row of a table. */
  async function chooseTable(table: string): Promise<void> {
    const first = await exampleRowOf(table, reader);
    if (first) row.value = first;
  }

  return {
    place,
    step,
    chooseTable,
    hasPrevious: computed(() => (place.value?.position ?? 0) > 0),
    hasNext: computed(() => place.value !== undefined && place.value.position + 1 < place.value.total),
  };
}

export type RecordBrowser = ReturnType<typeof useRecordBrowser>;
