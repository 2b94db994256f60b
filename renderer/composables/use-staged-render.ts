import { onMounted, onScopeDispose, readonly, ref, type Ref } from 'vue';
import { nextTask } from '../domain/browser/next-task.ts';

const pendingRenders = new Set<Promise<void>>();

/**
 * Renders a large page in steps, each in its own task, so that the first parts are visible and respond while the rest is rendered. Returns
 * the current step, from 0 to `last`.
 */
export function useStagedRender(last: number): Readonly<Ref<number>> {
  const turn = ref(0);
  let isUnmounted = false;

  async function pass(): Promise<void> {
    for (await nextTask(); turn.value < last && !isUnmounted; await nextTask()) turn.value += 1;
  }

  onMounted(() => {
    const passing = pass().finally(() => pendingRenders.delete(passing));
    pendingRenders.add(passing);
  });
  onScopeDispose(() => {
    isUnmounted = true;
  });
  return readonly(turn);
}

/** Resolves once all steps of all pages being rendered are complete. An element far down on a page does not exist before. */
export async function whenRendered(): Promise<void> {
  while (pendingRenders.size > 0) await Promise.all(pendingRenders);
}
