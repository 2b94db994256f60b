import { watch, type Ref } from 'vue';
import type { Problem } from '#contract/problem.ts';
import { useConnectionsStore } from '../stores/connections.ts';
import { useLinkStore } from '../stores/link.ts';
import { isAwayProblem } from './to-problem.ts';

interface Reading {
  problem: Readonly<Ref<Problem | undefined>>;
  isLoading: Readonly<Ref<boolean>>;
  reload: () => Promise<void>;
}

/**
 * Reads again what failed, when the link to the station comes back, or a controller that was away comes. Gives what is called when a read begins; its
 * answer is called when that read has ended: a controller may have come while the question was still on its way to nobody.
 */
export function useReadAgain({ problem, isLoading, reload }: Reading): () => () => void {
  const link = useLinkStore();
  const connections = useConnectionsStore();

  function readAfterArrival(): void {
    if (isAwayProblem(problem.value) && !isLoading.value) void reload();
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
