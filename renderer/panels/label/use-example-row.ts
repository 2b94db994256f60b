import { computed, ref, watch } from 'vue';
import { useTablesStore } from '../../stores/tables.ts';
import type { PickedRow } from '../table/picked-row.ts';
import { findExampleRow } from './example-row.ts';

/**
 * The row that a label is simulated with: the one that somebody chose, or an example for a label that prints columns and cannot be drawn without.
 * Whoever takes the row away gets none until the label is opened again.
 */
export function useExampleRow(subject: () => { connection: string; columns: readonly string[] }) {
  const tables = useTablesStore();
  const row = ref<PickedRow>();
  const example = ref<PickedRow>();
  /** True until it is known whether there is an example: nothing is drawn before, so that no refusal flashes by. */
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
