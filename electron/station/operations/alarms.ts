import type { StationHandlers } from '#contract/station/index.ts';
import type { Alarms } from '../alarms/alarms.ts';
import { openFeed } from '../feed.ts';

/** `person` is who looks at alarms here. */
export function alarmsOperations(alarms: Alarms, person: string): StationHandlers['alarms'] {
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
