import { onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef, type WatchSource } from 'vue';
import type { Problem } from '#contract/problem.ts';
import { toProblem } from './to-problem.ts';
import { useReadAgain } from './use-read-again.ts';

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
  const value = shallowRef<Value>();
  const isLoading = ref(false);
  const problem = shallowRef<Problem>();
  let current = new AbortController();
  const begin = useReadAgain({ problem, isLoading, reload });

  async function reload(): Promise<void> {
    current.abort();
    const mine = (current = new AbortController());
    const end = begin();
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
    if (!mine.signal.aborted) end();
  }

  watch(sources, () => void reload(), { immediate: true });
  onScopeDispose(() => {
    current.abort();
  });
  return { value, isLoading, problem, reload };
}
