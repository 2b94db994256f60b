import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue';
import { useReadAgain } from '../../composables/use-read-again.ts';
import { useTablesStore, type TablePlace } from '../../stores/tables.ts';
import { missingPage, pageOf, PER_PAGE, withCell, withPage, type InSight, type Known, type Row, type Sought } from './kept-pages.ts';
import { pageReader } from './page-reader.ts';

export type RowPages = ReturnType<typeof useRowPages>;

/**
 * The rows of a table as somebody scrolls through them: only the pages that are in sight are read, one after another, and the ones
 * that were passed by are not. An answer to an older question is never shown.
 */
export function useRowPages(place: () => TablePlace, sought: () => Sought) {
  const tables = useTablesStore();
  const known = shallowRef<Known>();
  const isLoading = ref(false);
  let inSight: InSight = { first: 0, last: 0 };
  const reader = pageReader((page, wanted, signal) =>
    tables.rows(place(), { ...wanted, offset: page * PER_PAGE, limit: PER_PAGE }, signal),
  );
  const { problem } = reader;
  const begin = useReadAgain({ problem, isLoading, reload });

  /** Reads what is in sight anew; until it is there the old rows are shown. */
  async function reload(): Promise<void> {
    const signal = reader.beginAnew();
    const end = begin();
    const wanted = sought();
    const isSame = JSON.stringify(known.value?.sought) === JSON.stringify(wanted);
    const page = isSame ? pageOf(inSight.first) : 0;
    isLoading.value = true;
    const answer = await reader.ask(page, wanted);
    if (answer) {
      const { rows, ...head } = answer;
      known.value = { head, sought: wanted, pages: new Map([[page, rows]]) };
      problem.value = undefined;
    }
    if (signal.aborted) return;
    isLoading.value = false;
    end();
    void readOn();
  }

  /** Reads the pages in sight that are not there yet. */
  async function readOn(): Promise<void> {
    while (reader.isFree() && known.value) {
      const page = missingPage(known.value, inSight);
      if (page === undefined) return;
      const answer = await reader.ask(page, known.value.sought);
      if (!answer) return;
      known.value = withPage(known.value, page, answer);
    }
  }

  /** Tells which rows are in sight, by their places. */
  function look(first: number, last: number): void {
    inSight = { first, last };
    void readOn();
  }

  function writeCell(edit: { row: number; column: string; value: string }): void {
    if (known.value) known.value = withCell(known.value, edit, inSight);
    void readOn();
  }

  watch([() => JSON.stringify(place()), () => JSON.stringify(sought())], () => void reload(), { immediate: true });
  onScopeDispose(reader.stop);
  const rowAt = (index: number): Row | undefined => known.value?.pages.get(pageOf(index))?.[index % PER_PAGE];
  const parts = { head: computed(() => known.value?.head), shown: computed(() => known.value?.sought) };
  return { ...parts, problem, isLoading, rowAt, look, reload, writeCell };
}
