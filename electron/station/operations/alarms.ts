import type { StationHandlers } from '#contract/station/index.ts';
import { openFeed } from '../platform/feed.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function alarmsOperations({ alarms, author }: StationModules): StationHandlers['alarms'] {
  return {
    watch: (_input, signal) => openFeed(alarms, signal),
    acknowledge: ({ ids }) => Promise.resolve({ acknowledged: alarms.acknowledge(ids, author()) }),
    shelve: async ({ id, minutes, reason }) => {
      alarms.shelve(id, { minutes, reason: reason.trim(), by: author() });
      return {};
    },
    unshelve: async ({ id }) => {
      alarms.unshelve(id, author());
      return {};
    },
  };
}
