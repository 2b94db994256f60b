import { onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef, type WatchSource } from 'vue';
import type { Problem } from '#contract/problem.ts';
import { toProblem } from '../domain/problems/to-problem.ts';
import { useRetryOnReconnect } from './use-retry-on-reconnect.ts';

export interface Load<Value> {
  /** The last result; it stays while a newer one is read. */
  value: ShallowRef<Value | undefined>;
  isLoading: Readonly<Ref<boolean>>;
  problem: Readonly<ShallowRef<Problem | undefined>>;
  reload: () => Promise<void>;
}

/**
 * Reads with `load` now, whenever one of `sources` changes, and after a failure when the link to the station or an unreachable controller
 * is back. Results of superseded reads are ignored. A `load` that returns undefined has nothing to read; `value` is undefined then.
 */
export function useLoad<Value>(
  load: (signal: AbortSignal) => Promise<Value> | undefined,
  sources: WatchSource<unknown>[] = [],
): Load<Value> {
  const value = shallowRef<Value>();
  const isLoading = ref(false);
  const problem = shallowRef<Problem>();
  let current = new AbortController();
  const begin = useRetryOnReconnect({ problem, isLoading, reload });

  async function reload(): Promise<void> {
    current.abort();
    const controller = (current = new AbortController());
    const end = begin();
    isLoading.value = true;
    try {
      const answer = await load(controller.signal);
      if (controller.signal.aborted) return;
      value.value = answer;
      problem.value = undefined;
    } catch (error) {
      if (controller.signal.aborted) return;
      problem.value = toProblem(error);
    } finally {
      if (!controller.signal.aborted) isLoading.value = false;
    }
    if (!controller.signal.aborted) end();
  }

  watch(sources, () => void reload(), { immediate: true });
  onScopeDispose(() => {
    current.abort();
  });
  return { value, isLoading, problem, reload };
}
