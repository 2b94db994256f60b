import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { PeopleEvent } from '#contract/station/people.ts';
import { useStationClient } from '../composables/station-client.ts';
import { followFeed } from './follow-feed.ts';

/** The people of the station, the permissions of their roles, and the rules of the sign-in. */
export const usePeopleStore = defineStore('people', () => {
  const client = useStationClient();
  /** Undefined until the station has said it once. */
  const state = shallowRef<PeopleEvent>();

  const start = (): (() => void) =>
    followFeed(
      (signal) => client.people.watch({}, signal),
      (event) => (state.value = event),
    );

  return { state, start };
});
