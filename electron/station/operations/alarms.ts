import type { StationHandlers } from '#contract/station/index.ts';
import { openFeed } from '../platform/feed.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function alarmsOperations({ alarms, author: person }: StationModules): StationHandlers['alarms'] {
  return {
    watch: (_input, signal) => openFeed(alarms, signal),
    acknowledge: ({ ids }) => Promise.resolve({ acknowledged: alarms.acknowledge(ids, person) }),
    shelve: async ({ id, minutes, reason }) => {
      alarms.shelve(id, { minutes, reason: reason.trim(), by: person });
      return {};
    },
    unshelve: async ({ id }) => {
      alarms.unshelve(id, person);
      return {};
    },
  };
}
