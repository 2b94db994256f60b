import type { StationHandlers } from '#contract/station/index.ts';
import { openFeed } from '../platform/feed.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function wallScreensOperations({ wallScreens }: StationModules): StationHandlers['wallScreens'] {
  return {
    watch: (_input, signal) => openFeed(wallScreens, signal),
    add: async ({ name }) => ({ path: `/wall/${await wallScreens.add(name)}` }),
    remove: async ({ id }) => {
      await wallScreens.remove(id);
      return {};
    },
  };
}
