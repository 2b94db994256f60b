import { useDocumentVisibility } from '@vueuse/core';
import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue';
import type { Problem } from '#contract/problem.ts';
import { toProblem } from '../../domain/problems/to-problem.ts';

export interface Polled<Value> {
  /** The last answer; it stays while later reads fail. */
  value: Readonly<ShallowRef<Value | undefined>>;
  /** When it was received, in milliseconds since the epoch. */
  readAt: Readonly<ShallowRef<number | undefined>>;
  /** Why the last read failed; undefined after an answer. */
  problem: Readonly<ShallowRef<Problem | undefined>>;
  /** Reads now, in place of a read that runs. */
  refresh: () => Promise<void>;
}

/**
 * Reads now and again `pause` milliseconds after every answer or failure, while the page is visible. A page that becomes visible again reads at once.
 */
export function usePolled<Value>(read: (signal: AbortSignal) => Promise<Value>, pause: number): Polled<Value> {
  const value = shallowRef<Value>();
  const readAt = shallowRef<number>();
  const problem = shallowRef<Problem>();
  const visibility = useDocumentVisibility();
  let current = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    clearTimeout(timer);
    current.abort();
  }

  async function refresh(): Promise<void> {
    stop();
    const { signal } = (current = new AbortController());
    try {
      const answer = await read(signal);
      if (signal.aborted) return;
      value.value = answer;
      readAt.value = Date.now();
      problem.value = undefined;
    } catch (error) {
      if (signal.aborted) return;
      problem.value = toProblem(error);
    }
    timer = setTimeout(() => void refresh(), pause);
  }

  watch(visibility, (now) => (now === 'visible' ? void refresh() : stop()), { immediate: true });
  onScopeDispose(stop);
  return { value, readAt, problem, refresh };
}
