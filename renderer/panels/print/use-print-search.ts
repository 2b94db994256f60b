import { computed, ref, shallowRef, watch } from 'vue';
import type { Print } from '#contract/api-v3/print.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useAction } from '../../composables/use-action.ts';
import { useLoad } from '../../stores/use-load.ts';
import type { PrintFilter } from './print-filter.ts';

const PAGE = 24;

/**
 * The filtered prints of a printer, page by page. The list does not change until `reload`, so that the position is kept while the line
 * prints.
 */
export function usePrintSearch(on: () => { connection: string; printer: string }, filter: () => PrintFilter) {
  const client = useStationClient();
  const older = shallowRef<Print[]>([]);
  const nextOlder = ref<number | null>();
  const query = computed(() => JSON.stringify([on().connection, on().printer, filter()]));

  const { value, problem, isLoading, reload } = useLoad(
    (signal) => client.prints.list({ connection: on().connection, printer: on().printer, ...filter(), limit: PAGE }, signal),
    [query],
  );
  const prints = computed(() => value.value && [...value.value.prints, ...older.value]);
  const next = computed(() => (nextOlder.value === undefined ? (value.value?.next ?? null) : nextOlder.value));

  const reading = useAction(async () => {
    const before = next.value;
    const question = query.value;
    if (before === null) return;
    const page = await client.prints.list({ connection: on().connection, printer: on().printer, ...filter(), before, limit: PAGE });
    if (question !== query.value) return;
    older.value = [...older.value, ...page.prints];
    nextOlder.value = page.next;
  });

  function forget(): void {
    older.value = [];
    nextOlder.value = undefined;
    reading.reset();
  }
  watch([query, value], forget);

  return {
    ...{ prints, next, problem, isLoading, reload },
    showOlder: () => reading.run(),
    isReadingOlder: reading.isPending,
    olderProblem: reading.problem,
  };
}
