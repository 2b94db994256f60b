import type { StationHandlers } from '#contract/station/index.ts';
import { openFeed } from '../platform/feed.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function unsavedEditsOperations({ unsavedEdits, author }: StationModules): StationHandlers['unsavedEdits'] {
  return {
    watch: (_input, signal) => openFeed(unsavedEdits, signal),
    get: (place) => unsavedEdits.content(place),
    keep: ({ content, base, isFinished, ...place }) => unsavedEdits.keep(place, { content, base }, { isFinished, person: author() }),
    compare: (place) => unsavedEdits.compare(place),
    send: async ({ expected, ...place }) => {
      await unsavedEdits.send(place, expected);
      return {};
    },
    discard: async (place) => {
      await unsavedEdits.discard(place);
      return {};
    },
  };
}
