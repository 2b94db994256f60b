import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { NetworkEvent } from '#contract/station/network.ts';
import type { WallScreen } from '#contract/station/wall-screens.ts';
import { useStationClient } from '../composables/station-client.ts';
import { followFeed } from './follow-feed.ts';

/** Where other computers open the page, and the wall screens. */
export const useNetworkStore = defineStore('network', () => {
  const client = useStationClient();
  /** Undefined until the station has said it once. */
  const state = shallowRef<NetworkEvent>();
  const wallScreens = shallowRef<readonly WallScreen[]>();

  function start(): () => void {
    const stops = [
      followFeed(
        (signal) => client.network.watch({}, signal),
        (event) => (state.value = event),
      ),
      followFeed(
        (signal) => client.wallScreens.watch({}, signal),
        (event) => (wallScreens.value = event.screens),
      ),
    ];
    return () => stops.forEach((stop) => stop());
  }

  return { state, wallScreens, start };
});
