import { defineStore } from 'pinia';
import { computed, ref } from 'vue';

/**
 * One clock for everything on the page that has an age. It takes the station's time and goes on with the time that passes, so neither the
 * clock of this screen nor setting it makes anything old.
 */
export const useClockStore = defineStore('clock', () => {
  const passed = ref(performance.now());
  const offset = ref(Date.now() - passed.value);
  const now = computed(() => passed.value + offset.value);

  /** Takes the station's time as it was told just now. */
  function follow(stationNow: number): void {
    tick();
    offset.value = stationNow - passed.value;
  }

  /** The station told of something at this moment: it is that late at least, also where the time of a screen stood still in sleep. */
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
