import type { StationHandlers } from '#contract/station/index.ts';
import type { StationModules } from '../modules/station-modules.ts';
import { openFeed } from '../platform/feed.ts';

export function diagnosticsOperations({ diagnostics }: Pick<StationModules, 'diagnostics'>): StationHandlers['diagnostics'] {
  return {
    watch: (_input, signal) => openFeed(diagnostics, signal),
    run: async () => {
      diagnostics.run();
      return {};
    },
    prepareSupport: () => diagnostics.prepareSupport(),
  };
}
