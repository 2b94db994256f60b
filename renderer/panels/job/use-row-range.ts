import { computed, reactive, ref, watch } from 'vue';
import type { PrintJob } from '#contract/api-v3/print-job.ts';

type RangeKeys = Pick<PrintJob, 'tableName' | 'firstRow' | 'rowCount' | 'copiesColumn' | 'printedColumn'>;

/** A range of rows of `table`, counted from 1: a number of rows, or to the end. */
export function useRowRange(table: () => string) {
  const first = ref<number | undefined>(1);
  const count = ref<number>();
  const isFirstValid = ref(true);
  const isCountValid = ref(true);
  const copiesColumn = ref('');
  const printedColumn = ref('');

  watch(table, () => {
    first.value = 1;
    count.value = undefined;
    copiesColumn.value = '';
    printedColumn.value = '';
  });

  /** The keys of the job; undefined until the range is valid. */
  const keys = computed((): RangeKeys | undefined => {
    const isClash = printedColumn.value !== '' && printedColumn.value === copiesColumn.value;
    if (table() === '' || first.value === undefined || !isFirstValid.value || !isCountValid.value || isClash) return undefined;
    return {
      tableName: table(),
      firstRow: first.value - 1,
      ...(count.value === undefined ? {} : { rowCount: count.value }),
      ...(copiesColumn.value === '' ? {} : { copiesColumn: copiesColumn.value }),
      ...(printedColumn.value === '' ? {} : { printedColumn: printedColumn.value }),
    };
  });

  return reactive({ first, count, isFirstValid, isCountValid, copiesColumn, printedColumn, keys });
}
