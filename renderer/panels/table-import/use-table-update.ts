import { computed, ref, shallowRef, watch } from 'vue';
import { tableSchema, type Table } from '#contract/api-v3/table.ts';
import type { SourceRow } from '#contract/csv/source-row.ts';
import type { Problem } from '#contract/problem.ts';
import { toProblem } from '../../domain/problems/to-problem.ts';
import { compareRows, uniqueColumn, type ColumnMatch, type RowComparison } from '../../domain/table-import/compare-rows.ts';
import { updated } from '../../domain/tables/table-update.ts';
import { useTablesStore, type TablePlace } from '../../stores/tables.ts';
import { useFileCheck, type FileCheckState } from './use-file-check.ts';

/** The largest table that is written as one document, in bytes. */
const MAX_BYTES = 15 * 1024 * 1024;

/** An update of a table from a file: the file is read, compared with the table by a key column, and the difference can be applied. */
export function useTableUpdate() {
  const tables = useTablesStore();
  const form = useFileCheck();
  const table = shallowRef<Table>();
  const problem = shallowRef<Problem>();
  const comparison = shallowRef<RowComparison>();
  const [isTooLarge, isComparing] = [ref(false), ref(false)];
  const columns = computed(() => table.value?.columns ?? []);
  let run = 0;

  const matches = computed(() => matchesOf(form, columns.value));
  const key = computed(() => matches.value.find(({ source }) => String(source) === form.keyColumn.value));
  const isKeyMissing = computed(() => form.isReady.value && table.value !== undefined && !key.value);
  /** Columns of the file that the table does not have. */
  const extra = computed(() =>
    form.plan.value.filter(({ isKept, name }) => isKept && !columns.value.includes(name)).map(({ name }) => name),
  );

  async function open(file: File, place: TablePlace): Promise<void> {
    close();
    const mine = ++run;
    void form.open(file);
    try {
      const document = tableSchema.parse(await tables.get(place));
      if (mine === run) table.value = document;
    } catch (error) {
      if (mine === run) problem.value = toProblem(error);
    }
  }

  function close(): void {
    run += 1;
    form.forget();
    [table.value, problem.value, comparison.value] = [undefined, undefined, undefined];
  }

  /** Chooses the key column once both the file and the table are known. */
  watch([table, () => form.plan.value.map(({ name }) => name).join('\n')], ([present]) => {
    const plan = form.plan.value;
    const unique =
      present &&
      uniqueColumn(
        present,
        plan.map(({ name }) => name),
      );
    const found = plan.find(({ name }) => name === unique);
    if (found) form.keyColumn.value = String(found.index);
  });

  async function compare(): Promise<void> {
    comparison.value = undefined;
    const [present, by, mine] = [table.value, key.value, run];
    if (!form.isReady.value || !present || !by) return;
    isComparing.value = true;
    const lines = await linesOf(form);
    if (mine !== run || by !== key.value) return;
    isComparing.value = false;
    const found = compareRows(present, lines, { matches: matches.value, key: by });
    isTooLarge.value = new Blob([JSON.stringify(updated(present, found.update))]).size > MAX_BYTES;
    comparison.value = found;
  }

  watch([form.isReady, table, key, matches], () => void compare());
  return { form, table, columns, problem, comparison, isTooLarge, isComparing, isKeyMissing, extra, open, close };
}

export type TableUpdateState = ReturnType<typeof useTableUpdate>;

/** The columns that table and file have under the same name. */
function matchesOf(form: FileCheckState, columns: readonly string[]): ColumnMatch[] {
  return form.plan.value.flatMap(({ index, name, isKept }) => {
    const column = columns.indexOf(name);
    return isKept && column >= 0 ? [{ column, source: index }] : [];
  });
}

/** The rows below the heading; none of a file that was removed. */
async function linesOf(form: FileCheckState): Promise<SourceRow[]> {
  const lines: SourceRow[] = [];
  try {
    for await (const { rows } of form.batches()) lines.push(...rows);
  } catch {
    form.isUnreadable.value = true;
    return [];
  }
  return lines.slice(1);
}
