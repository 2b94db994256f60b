import { onScopeDispose, shallowRef, watch, type ShallowRef, type WatchSource } from 'vue';
import type { Problem } from '#contract/problem.ts';
import { toProblem } from '../../domain/problems/to-problem.ts';

export interface Read<Value> {
  /** The last answer; it stays while a newer one is read. */
  value: Readonly<ShallowRef<Value | undefined>>;
  problem: Readonly<ShallowRef<Problem | undefined>>;
  reload: () => Promise<void>;
}

/** Reads now, and again whenever one of `sources` changes. The answer of a superseded read is ignored. */
export function useRead<Value>(read: (signal: AbortSignal) => Promise<Value>, sources: WatchSource<unknown>[] = []): Read<Value> {
  const value = shallowRef<Value>();
  const problem = shallowRef<Problem>();
  let current = new AbortController();

  async function reload(): Promise<void> {
    current.abort();
    const { signal } = (current = new AbortController());
    try {
      const answer = await read(signal);
      if (signal.aborted) return;
      value.value = answer;
      problem.value = undefined;
    } catch (error) {
      if (!signal.aborted) problem.value = toProblem(error);
    }
  }

  watch(sources, () => void reload(), { immediate: true });
  onScopeDispose(() => {
    current.abort();
  });
  return { value, problem, reload };
}
