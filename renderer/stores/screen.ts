import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import type { ScreenSignIn } from '#contract/station/people.ts';
import { useStationClient } from '../composables/station-client.ts';
import { followFeed } from './follow-feed.ts';

/** Who is signed in at this screen. */
export const useScreenStore = defineStore('screen', () => {
  const client = useStationClient();
  /** Undefined until the station has said it once. */
  const screen = shallowRef<ScreenSignIn>();

  const person = computed(() => screen.value?.person ?? undefined);
  const isLocked = computed(() => screen.value?.isLocked ?? false);

  const start = (): (() => void) =>
    followFeed(
      (signal) => client.people.watchScreen({}, signal),
      (event) => (screen.value = event.screen),
    );

  return { screen, person, isLocked, start };
});
