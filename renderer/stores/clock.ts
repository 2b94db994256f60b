import { defineStore } from 'pinia';
import { computed, ref } from 'vue';

/**
 * The page's time, used for every age that the page shows. It follows the station's time and advances with elapsed time, so that a wrong or
 * adjusted clock of this screen makes no data look old.
 */
export const useClockStore = defineStore('clock', () => {
  const passed = ref(performance.now());
  const offset = ref(Date.now() - passed.value);
  const now = computed(() => passed.value + offset.value);

  /** Sets the station's time, which was received just now. */
  function follow(stationNow: number): void {
    tick();
    offset.value = stationNow - passed.value;
  }

  /** Advances the time to at least this moment, which the station has reported: timers of a screen that was asleep have stood still. */
  function reach(moment: number): void {
    if (moment > performance.now() + offset.value) follow(moment);
  }

  function tick(): void {
    passed.value = performance.now();
  }

  function start(): () => void {
    const timer = setInterval(tick, 1_000);
    return () => {
      clearInterval(timer);
    };
  }

  return { now, follow, reach, tick, start };
});
