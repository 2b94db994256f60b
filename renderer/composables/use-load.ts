import { onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef, type WatchSource } from 'vue';
import type { Problem } from '#contract/problem.ts';
import { useConnectionsStore } from '../stores/connections.ts';
import { useLinkStore } from '../stores/link.ts';
import { isAwayProblem, toProblem } from './to-problem.ts';

export interface Load<Value> {
  /** The last answer; it stays while a newer one is fetched. */
  value: ShallowRef<Value | undefined>;
  isLoading: Readonly<Ref<boolean>>;
  problem: Readonly<ShallowRef<Problem | undefined>>;
  reload: () => Promise<void>;
}

/**
 * Reads with `load` now, whenever one of `sources` changes, and again when the link to the station, or a controller that was away, comes back after
 * a failure.
 * Answers of superseded reads are ignored. A `load` that returns undefined has nothing to read: the value is undefined then.
 */
export function useLoad<Value>(
  load: (signal: AbortSignal) => Promise<Value> | undefined,
  sources: WatchSource<unknown>[] = [],
): Load<Value> {
  const link = useLinkStore();
  const connections = useConnectionsStore();
  const value = shallowRef<Value>();
  const isLoading = ref(false);
  const problem = shallowRef<Problem>();
  let current = new AbortController();

  async function reload(): Promise<void> {
    current.abort();
    const mine = (current = new AbortController());
    const { arrivals } = connections;
    isLoading.value = true;
    try {
      const answer = await load(mine.signal);
      if (mine.signal.aborted) return;
      value.value = answer;
      problem.value = undefined;
    } catch (error) {
      if (mine.signal.aborted) return;
      problem.value = toProblem(error);
    } finally {
      if (!mine.signal.aborted) isLoading.value = false;
    }
    // It came while the question was still on its way to nobody.
    if (!mine.signal.aborted && arrivals !== connections.arrivals) readAfterArrival();
  }

  function readAfterArrival(): void {
    if (isAwayProblem(problem.value) && !isLoading.value) void reload();
  }

  watch(sources, () => void reload(), { immediate: true });
  watch(
    () => link.openings,
    () => {
      if (problem.value) void reload();
    },
  );
  watch(() => connections.arrivals, readAfterArrival);
  onScopeDispose(() => {
    current.abort();
  });
  return { value, isLoading, problem, reload };
}
