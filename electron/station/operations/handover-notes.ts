import type { StationHandlers } from '#contract/station/index.ts';
import { openFeed } from '../platform/feed.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function handoverNotesOperations({ handoverNotes, lines }: StationModules): StationHandlers['handoverNotes'] {
  return {
    watch: ({ line }, signal) => openFeed(handoverNotes.feedOf(line), signal),
    add: async ({ line, ...note }) => {
      lines.get(line);
      return handoverNotes.add(line, note);
    },
  };
}
