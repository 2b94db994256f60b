import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue';
import type { ArchivedPrint } from '#contract/plant/archive-search.ts';
import type { Problem } from '#contract/problem.ts';
import { toProblem } from '../../domain/problems/to-problem.ts';
import { usePlantClient } from '../client/plant-client.ts';
import { archiveFilterOf, type ArchiveSearch } from './archive-filter.ts';

/** The prints of the archive that match, newest first, page by page. The list does not change by itself while the lines print. */
export function useArchiveSearch(search: () => ArchiveSearch) {
  const client = usePlantClient();
  const prints = shallowRef<readonly ArchivedPrint[]>();
  const next = ref<string | null>(null);
  const problem = shallowRef<Problem>();
  const isReading = ref(false);
  let current = new AbortController();

  async function read(after?: string): Promise<void> {
    current.abort();
    const { signal } = (current = new AbortController());
    isReading.value = true;
    try {
      const page = await client.findPrints(archiveFilterOf(search()), after, signal);
      if (signal.aborted) return;
      prints.value = after === undefined ? page.prints : [...(prints.value ?? []), ...page.prints];
      next.value = page.next;
      problem.value = undefined;
    } catch (error) {
      if (!signal.aborted) problem.value = toProblem(error);
    } finally {
      if (!signal.aborted) isReading.value = false;
    }
  }

  async function reload(): Promise<void> {
    prints.value = undefined;
    next.value = null;
    await read();
  }

  const showOlder = async (): Promise<void> => {
    if (next.value !== null && !isReading.value) await read(next.value);
  };

  watch(() => JSON.stringify(search()), reload, { immediate: true });
  onScopeDispose(() => {
    current.abort();
  });
  return { prints, problem, isReading, hasOlder: computed(() => next.value !== null), reload, showOlder };
}
