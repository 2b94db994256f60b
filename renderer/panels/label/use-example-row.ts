import { computed, ref, watch } from 'vue';
import { useTablesStore } from '../../stores/tables.ts';
import type { PickedRow } from '../../domain/tables/picked-row.ts';
import { findExampleRow } from '../../domain/tables/example-row.ts';

/**
 * The row that a label is simulated with: the chosen one, or an example row for a label that needs one. After the row is removed there is
 * none until the label is opened again.
 */
export function useExampleRow(subject: () => { connection: string; columns: readonly string[] }) {
  const tables = useTablesStore();
  const row = ref<PickedRow>();
  const example = ref<PickedRow>();
  /** True until the search for an example row has ended: nothing is drawn before, so that no error flashes up. */
  const isSeeking = ref(true);
  const isExample = computed(() => row.value !== undefined && row.value === example.value);

  watch(
    subject,
    async ({ connection, columns }) => {
      if (row.value || example.value) return;
      const found = await findExampleRow(columns, tables.reader(connection)).catch(() => undefined);
      isSeeking.value = false;
      if (!found || row.value) return;
      example.value = found;
      row.value = example.value;
    },
    { immediate: true },
  );

  return { row, isExample, isSeeking };
}
