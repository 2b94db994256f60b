import { computed, ref, watch } from 'vue';
import { useStationClient } from '../../composables/station-client.ts';
import { firstUniqueColumn } from '../../domain/scanning/unique-column.ts';
import { useLoad } from '../../stores/use-load.ts';

/** A chosen row, with the columns of its table at that time. */
export interface ChosenRow {
  table: string;
  columns: readonly string[];
  /** Row number, from 0. */
  row: number;
  cells: readonly string[];
}

/** The row to print and its key column. By default the first column whose cell is unique; the operator may choose another. */
export function useRowChoice(connection: () => string) {
  const client = useStationClient();
  const table = ref('');
  const row = ref<ChosenRow>();
  const chosenColumn = ref('');

  watch([connection, table], () => {
    row.value = undefined;
    chosenColumn.value = '';
  });

  const found = useLoad(
    async (signal) =>
      row.value
        ? { row: row.value, column: await firstUniqueColumn(client, { connection: connection(), ...row.value }, signal) }
        : undefined,
    [row],
  );

  const foundColumn = computed(() => (found.value.value?.row === row.value ? found.value.value?.column : undefined));
  const keyColumn = computed({
    get: () => (row.value?.columns.includes(chosenColumn.value) ? chosenColumn.value : (foundColumn.value ?? '')),
    set: (column) => {
      chosenColumn.value = column;
    },
  });
  const key = computed(() => cellOf(keyColumn.value));
  /** Whether it has been found that no column is unique for the row. */
  const hasNoKey = computed(() => row.value !== undefined && found.value.value?.row === row.value && keyColumn.value === '');

  function cellOf(column: string): string | undefined {
    const index = row.value?.columns.indexOf(column) ?? -1;
    return index < 0 ? undefined : row.value?.cells[index];
  }

  return { table, row, keyColumn, key, hasNoKey, cellOf, problem: found.problem };
}
