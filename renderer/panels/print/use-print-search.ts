import { computed, onScopeDispose, shallowRef, watch } from 'vue';
import type { Print } from '#contract/api-v3/print.ts';
import { toProblem } from '../../domain/problems/to-problem.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useAction } from '../../composables/use-action.ts';
import { mergePrints, type FoundPrint, type ReadPrints } from './merge-prints.ts';
import type { PrintFilter } from './print-filter.ts';

/** Prints of one controller that are looked for. */
export interface PrintSource {
  connection: string;
  filter: PrintFilter;
}

const PAGE = 24;
/** Most prints of one request. */
const LARGE_PAGE = 500;

/**
 * The prints of all controllers that match, page by page. Each controller is asked at the same time, and one that does not answer holds up
 * no other. The list does not change until `reload`, so that the position is kept while the lines print.
 */
export function usePrintSearch(sources: () => readonly PrintSource[]) {
  const client = useStationClient();
  const read = shallowRef<readonly ReadPrints[]>([]);
  let current = new AbortController();
  onScopeDispose(() => void current.abort());

  function change(connection: string, answer: Partial<ReadPrints>): void {
    read.value = read.value.map((one) => (one.connection === connection ? { ...one, ...answer } : one));
  }

  async function readPage(connection: string): Promise<void> {
    const filter = sources().find((source) => source.connection === connection)?.filter;
    const known = read.value.find((one) => one.connection === connection);
    if (!filter || !known) return;
    const { signal } = current;
    const before = known.next ?? undefined;
    try {
      const { prints, next } = await client.prints.list(
        { connection, ...filter, limit: PAGE, ...(before === undefined ? {} : { before }) },
        signal,
      );
      if (!signal.aborted) change(connection, { prints: [...known.prints, ...prints], next, problem: undefined });
    } catch (error) {
      if (!signal.aborted) change(connection, { problem: toProblem(error) });
    }
  }

  async function reload(): Promise<void> {
    current.abort();
    current = new AbortController();
    read.value = sources().map(({ connection }) => ({ connection, prints: [], next: undefined }));
    await Promise.all(read.value.map(({ connection }) => readPage(connection)));
  }

  const merged = computed(() => mergePrints(read.value));
  const found = computed(() => merged.value.found);
  /** Reads on until a page more is shown, and at most once where nothing is found. */
  const older = useAction(async () => {
    const { signal } = current;
    const wanted = found.value.length + PAGE;
    let shown: number;
    do {
      shown = found.value.length;
      await Promise.all(merged.value.unread.map(readPage));
    } while (shown < found.value.length && found.value.length < wanted && merged.value.unread.length > 0 && !signal.aborted);
  });
  watch(() => JSON.stringify(sources()), reload, { immediate: true });

  return {
    found,
    isSearching: computed(() => read.value.some(({ next, problem }) => next === undefined && !problem)),
    hasOlder: computed(() => merged.value.unread.length > 0),
    /** The controllers whose last read failed. */
    failed: computed(() => read.value.filter(({ problem }) => problem !== undefined)),
    reload,
    retry: readPage,
    showOlder: () => older.run(),
    isReadingOlder: older.isPending,
    readAll: (limit: number) => readAll(sources(), limit, (input) => client.prints.list(input)),
  };
}

type ReadList = (
  input: { connection: string; limit: number; before?: number } & PrintFilter,
) => Promise<{ prints: Print[]; next: number | null }>;

/** The newest matching prints, at most `limit`; rejects if a controller does not answer, so that no part is missing unseen. */
async function readAll(
  sources: readonly PrintSource[],
  limit: number,
  list: ReadList,
): Promise<{ prints: FoundPrint[]; isComplete: boolean }> {
  const all = await Promise.all(
    sources.map(async ({ connection, filter }): Promise<ReadPrints> => {
      const prints: Print[] = [];
      let next: number | null | undefined;
      while (next !== null && prints.length < limit) {
        const page = await list({ connection, ...filter, limit: LARGE_PAGE, ...(next === undefined ? {} : { before: next }) });
        prints.push(...page.prints);
        next = page.next;
      }
      return { connection, prints, next };
    }),
  );
  const { found, unread } = mergePrints(all);
  return { prints: found.slice(0, limit), isComplete: found.length <= limit && unread.length === 0 };
}
