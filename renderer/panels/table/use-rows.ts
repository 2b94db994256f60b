import { computed, onScopeDispose, ref, watch } from 'vue';
import { useLoad } from '../../stores/use-load.ts';
import { useTablesStore, type TablePlace } from '../../stores/tables.ts';

/** Milliseconds that a search waits for the next letter. */
const SETTLE = 200;

/** One page of the rows of a table, with a search as you type. Results of earlier searches are ignored. */
export function useRows(place: () => TablePlace | undefined, limit: number) {
  const tables = useTablesStore();
  const search = ref('');
  const settled = ref('');
  const offset = ref(0);

  const load = useLoad(
    async (signal) => {
      const at = place();
      if (!at) return undefined;
      const query = { offset: offset.value, limit, ...(settled.value === '' ? {} : { search: settled.value }) };
      return { at, search: settled.value, offset: offset.value, ...(await tables.rows(at, query, signal)) };
    },
    [() => place()?.connection, () => place()?.name, settled, offset],
  );

  let timer: ReturnType<typeof setTimeout> | undefined;
  watch(search, (next) => {
    clearTimeout(timer);
    timer = setTimeout(settle, SETTLE, next.trim());
  });
  watch(
    () => [place()?.connection, place()?.name],
    () => {
      search.value = '';
      settle('');
    },
  );
  onScopeDispose(() => {
    clearTimeout(timer);
  });

  function settle(next: string): void {
    offset.value = 0;
    settled.value = next;
  }

  /** The last result, if it belongs to the current table. */
  const page = computed(() => {
    const answer = load.value.value;
    const at = place();
    return answer && answer.at.connection === at?.connection && answer.at.name === at.name ? answer : undefined;
  });
  const hasNext = computed(() => page.value !== undefined && page.value.offset + page.value.rows.length < page.value.total);

  function next(): void {
    if (hasNext.value) offset.value += limit;
  }

  function previous(): void {
    offset.value = Math.max(0, offset.value - limit);
  }

  return { search, offset, page, hasNext, next, previous, isLoading: load.isLoading, problem: load.problem, reload: load.reload };
}
