import { computed, ref, shallowRef, watch, type Ref } from 'vue';
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

/** An update of a table from a file: the file is read, and compared with the table by a key column. */
export function useTableUpdate() {
  const tables = useTablesStore();
  const form = useFileCheck();
  const table = shallowRef<Table>();
  const problem = shallowRef<Problem>();
  let run = 0;

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
    [table.value, problem.value] = [undefined, undefined];
  }

  presetKey(form, table);
  return { form, columns: computed(() => table.value?.columns ?? []), problem, open, close, ...useComparison(form, table) };
}

export type TableUpdateState = ReturnType<typeof useTableUpdate>;

/** Chooses the key column once the columns of the file and the table are known. */
function presetKey(form: FileCheckState, table: Ref<Table | undefined>): void {
  watch([table, () => form.plan.value.map(({ source }) => source).join('\n')], () => {
    const named = form.plan.value.map(({ source }) => source);
    const unique = table.value && uniqueColumn(table.value, named);
    if (unique !== undefined) form.keyColumn.value = String(named.indexOf(unique));
  });
}

/** The difference between the file and the table, made again whenever the file is read in another way. */
function useComparison(form: FileCheckState, table: Ref<Table | undefined>) {
  const comparison = shallowRef<RowComparison>();
  const [isTooLarge, isComparing] = [ref(false), ref(false)];
  let latest = 0;

  const columns = computed(() => table.value?.columns ?? []);
  const matches = computed(() => matchesOf(form, columns.value));
  const key = computed(() => matches.value.find(({ source }) => String(source) === form.keyColumn.value));
  const isKeyMissing = computed(() => form.isReady.value && table.value !== undefined && !key.value);
  /** Columns of the file that the table does not have. */
  const extra = computed(() =>
    form.plan.value.filter(({ isKept, name }) => isKept && !columns.value.includes(name)).map(({ name }) => name),
  );

  async function compare(): Promise<void> {
    const mine = ++latest;
    const [present, by] = [table.value, key.value];
    comparison.value = undefined;
    isTooLarge.value = false;
    isComparing.value = form.isReady.value && present !== undefined && by !== undefined;
    if (!isComparing.value || !present || !by) return;
    const lines = await linesOf(form);
    if (mine !== latest) return;
    const found = compareRows(present, lines, { matches: matches.value, key: by });
    isTooLarge.value = new Blob([JSON.stringify(updated(present, found.update))]).size > MAX_BYTES;
    isComparing.value = false;
    comparison.value = found;
  }

  watch([form.isReady, table, key, matches], () => void compare());
  return { comparison, isTooLarge, isComparing, isKeyMissing, extra };
}

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
