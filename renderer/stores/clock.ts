import { defineStore } from 'pinia';
import { computed, ref } from 'vue';

/** One clock for everything on the page that has an age. It follows the station's time, whatever the clock of this screen says. */
export const useClockStore = defineStore('clock', () => {
  const local = ref(Date.now());
  const offset = ref(0);
  const now = computed(() => local.value + offset.value);

  /** Takes the station's time as it was told just now. */
  function follow(stationNow: number): void {
    offset.value = stationNow - Date.now();
    local.value = Date.now();
  }

  function tick(): void {
    local.value = Date.now();
  }

  function start(): () => void {
    const timer = setInterval(tick, 1_000);
    return () => {
      clearInterval(timer);
    };
  }

  return { now, follow, tick, start };
});
