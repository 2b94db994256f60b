import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { UpdatesEvent } from '#contract/station/updates.ts';
import { useStationClient } from '../composables/station-client.ts';
import { followFeed } from './follow-feed.ts';

/** Versions of Strobe on the station's computer: the installed one, those that were found, and what is being installed. */
export const useUpdatesStore = defineStore('updates', () => {
  const client = useStationClient();
  /** Undefined until the station has said it once. */
  const state = shallowRef<UpdatesEvent>();

  function start(): () => void {
    return followFeed(
      (signal) => client.updates.watch({}, signal),
      (event) => (state.value = event),
    );
  }

  return { state, start };
});
