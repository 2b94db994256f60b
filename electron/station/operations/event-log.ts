import type { StationHandlers } from '#contract/station/index.ts';
import { openFeed } from '../platform/feed.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function eventLogOperations({ eventLog }: StationModules): StationHandlers['eventLog'] {
  return {
    list: ({ before, limit, ...filter }) => eventLog.list(filter, { before, limit }),
    watch: (_input, signal) => openFeed(eventLog, signal),
  };
}
