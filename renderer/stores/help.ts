import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import * as z from 'zod/mini';
import { keptRef } from '../composables/kept-ref.ts';

export const TOUR_STEPS = ['monitor', 'printer', 'stop', 'labels', 'tables', 'alarms'] as const;

/** The help of this screen: the tour, how far it is, and whether the keys are shown. */
export const useHelpStore = defineStore('help', () => {
  const areKeysOpen = ref(false);
  /** Step of the tour, from 0; null while none is taken. It goes on after a reload. */
  const step = keptRef('strobe.tour.step', z.nullable(z.int()), null);
  /** Whether somebody took the tour here, or did not want it. */
  const isAnswered = keptRef('strobe.tour.answered', z.boolean(), false);

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
