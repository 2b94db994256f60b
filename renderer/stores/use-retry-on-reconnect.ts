import { watch, type Ref } from 'vue';
import type { Problem } from '#contract/problem.ts';
import { useConnectionsStore } from './connections.ts';
import { useLinkStore } from './link-state.ts';
import { isUnreachableProblem } from '../domain/problems/to-problem.ts';

interface Reading {
  problem: Readonly<Ref<Problem | undefined>>;
  isLoading: Readonly<Ref<boolean>>;
  reload: () => Promise<void>;
}

/**
 * Repeats a failed read when the link to the station or an unreachable controller is back. Returns a function to call when a read begins;
 * that call returns a function to call when the read has ended, because a controller can come back while the read is still failing.
 */
export function useRetryOnReconnect({ problem, isLoading, reload }: Reading): () => () => void {
  const link = useLinkStore();
  const connections = useConnectionsStore();

  function readAfterArrival(): void {
    if (isUnreachableProblem(problem.value) && !isLoading.value) void reload();
  }

  watch(
    () => link.openings,
    () => {
      if (problem.value) void reload();
    },
  );
  watch(() => connections.arrivals, readAfterArrival);

  return () => {
    const { arrivals } = connections;
    return () => {
      if (arrivals !== connections.arrivals) readAfterArrival();
    };
  };
}
