import { onMounted, onScopeDispose, readonly, ref, type Ref } from 'vue';
import { nextTask } from './next-task.ts';

const underWay = new Set<Promise<void>>();

/**
 * Draws a large page in turns, each in a task of its own, so that what comes first is seen and answers while the rest is drawn. Gives the turn
 * that has come, from 0 to the last one.
 */
export function useTurns(last: number): Readonly<Ref<number>> {
  const turn = ref(0);
  let isGone = false;

  async function pass(): Promise<void> {
    for (await nextTask(); turn.value < last && !isGone; await nextTask()) turn.value += 1;
  }

  onMounted(() => {
    const passing = pass().finally(() => underWay.delete(passing));
    underWay.add(passing);
  });
  onScopeDispose(() => {
    isGone = true;
  });
  return readonly(turn);
}

/** Resolves once every turn has come of what is being drawn: a place far down on a page is not there before. */
export async function whenDrawn(): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}
