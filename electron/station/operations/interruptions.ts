import type { StationHandlers } from '#contract/station/index.ts';
import { openFeed } from '../platform/feed.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function interruptionsOperations({ interruptions }: StationModules): StationHandlers['interruptions'] {
  return {
    watch: (_input, signal) => openFeed(interruptions, signal),
    resume: async (printer) => {
      await interruptions.resume(printer);
      return {};
    },
  };
}
