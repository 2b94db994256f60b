import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { LinkState } from '../link/link.ts';

/** Whether the page reaches its station. `main.ts` passes the link's state to it. */
export const useLinkStore = defineStore('link', () => {
  const state = shallowRef<LinkState>({ kind: 'connecting' });
  /** Grows by one each time the link opens, so that reads that failed meanwhile can be repeated. */
  const openings = ref(0);

  const isOpen = computed(() => state.value.kind === 'open');
  /** How this browser signs in; undefined while it is signed in. */
  const signInWay = computed(() => (state.value.kind === 'signed-out' ? state.value.way : undefined));
  const lostSince = computed(() => (state.value.kind === 'lost' ? state.value.since : undefined));

  function follow(next: LinkState): void {
    if (next.kind === 'open' && state.value.kind !== 'open') openings.value += 1;
    state.value = next;
  }

  return { state, openings, isOpen, signInWay, lostSince, follow };
});
