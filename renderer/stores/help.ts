import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import * as z from 'zod/mini';
import { usePersistentRef } from '../composables/use-persistent-ref.ts';

export const TOUR_STEPS = ['monitor', 'printer', 'stop', 'labels', 'tables', 'alarms'] as const;

/** The help of this screen: the tour, its current step, and whether the keyboard shortcuts are shown. */
export const useHelpStore = defineStore('help', () => {
  const areKeysOpen = ref(false);
  /** Step of the tour, from 0; null while it is not running. It continues after a reload. */
  const step = usePersistentRef('strobe.tour.step', z.nullable(z.int()), null);
  /** Whether the tour has been taken or declined on this screen. */
  const isAnswered = usePersistentRef('strobe.tour.answered', z.boolean(), false);

  const current = computed(() => (step.value === null ? undefined : TOUR_STEPS[step.value]));

  function begin(): void {
    isAnswered.value = true;
    step.value = 0;
  }

  function go(by: 1 | -1): void {
    if (step.value !== null) step.value = Math.min(TOUR_STEPS.length - 1, Math.max(0, step.value + by));
  }

  function end(): void {
    isAnswered.value = true;
    step.value = null;
  }

  return { areKeysOpen, step, current, isAnswered, begin, go, end };
});
