import type { StationHandlers } from '#contract/station/index.ts';
import { openFeed } from '../platform/feed.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function networkOperations({ network }: StationModules): StationHandlers['network'] {
  return {
    watch: (_input, signal) => openFeed(network, signal),
    putPage: async ({ page }) => {
      network.put(page);
      return {};
    },
  };
}
