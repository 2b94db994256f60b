import type { StationHandlers } from '#contract/station/index.ts';
import { openFeed } from '../platform/feed.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function handoverNotesOperations({ handoverNotes, lines, permissions }: StationModules): StationHandlers['handoverNotes'] {
  return {
    watch: ({ line }, signal) => openFeed(handoverNotes.feedOf(line), signal),
    add: async ({ line, by, text }) => {
      lines.get(line);
      return handoverNotes.add(line, { by: permissions.person ?? by, text });
    },
  };
}
