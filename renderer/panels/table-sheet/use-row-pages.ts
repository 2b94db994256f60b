import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue';
import { useRetryOnReconnect } from '../../stores/use-retry-on-reconnect.ts';
import { useTablesStore, type TablePlace } from '../../stores/tables.ts';
import {
  missingPage,
  pageOf,
  PER_PAGE,
  withCell,
  withPage,
  type VisibleRange,
  type RowPageCache,
  type Row,
  type RowQuery,
} from '../../domain/tables/row-page-cache.ts';
import { pageReader } from './page-reader.ts';

export type RowPages = ReturnType<typeof useRowPages>;

/**
 * The rows of a table during scrolling: only visible pages are read, one at a time; skipped pages are not. Results of earlier queries are
 * ignored.
 */
export function useRowPages(place: () => TablePlace, rowQuery: () => RowQuery) {
  const tables = useTablesStore();
  const cache = shallowRef<RowPageCache>();
  const isLoading = ref(false);
  let visible: VisibleRange = { first: 0, last: 0 };
  const reader = pageReader((page, wanted, signal) =>
    tables.rows(place(), { ...wanted, offset: page * PER_PAGE, limit: PER_PAGE }, signal),
  );
  const { problem } = reader;
  const begin = useRetryOnReconnect({ problem, isLoading, reload });

  /** Reads the visible rows again; the old rows stay until then. */
  async function reload(): Promise<void> {
    const signal = reader.restart();
    const end = begin();
    const wanted = rowQuery();
    const isSame = JSON.stringify(cache.value?.rowQuery) === JSON.stringify(wanted);
    const page = isSame ? pageOf(visible.first) : 0;
    isLoading.value = true;
    const answer = await reader.ask(page, wanted);
    if (answer) {
      const { rows, ...head } = answer;
      cache.value = { head, rowQuery: wanted, pages: new Map([[page, rows]]) };
      problem.value = undefined;
    }
    if (signal.aborted) return;
    isLoading.value = false;
    end();
    void readOn();
  }

  /** Reads the visible pages that are missing. */
  async function readOn(): Promise<void> {
    while (reader.isFree() && cache.value) {
      const page = missingPage(cache.value, visible);
      if (page === undefined) return;
      const answer = await reader.ask(page, cache.value.rowQuery);
      if (!answer) return;
      cache.value = withPage(cache.value, page, answer);
    }
  }

  /** Sets the visible rows by index. */
  function look(first: number, last: number): void {
    visible = { first, last };
    void readOn();
  }

  function writeCell(edit: { row: number; column: string; value: string }): void {
    if (cache.value) cache.value = withCell(cache.value, edit, visible);
    void readOn();
  }

  watch([() => JSON.stringify(place()), () => JSON.stringify(rowQuery())], () => void reload(), { immediate: true });
  onScopeDispose(reader.stop);
  const rowAt = (index: number): Row | undefined => cache.value?.pages.get(pageOf(index))?.[index % PER_PAGE];
  const parts = { head: computed(() => cache.value?.head), shown: computed(() => cache.value?.rowQuery) };
  return { ...parts, problem, isLoading, rowAt, look, reload, writeCell };
}
