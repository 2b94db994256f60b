import type { StationHandlers } from '#contract/station/index.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { openFeed } from '../feed.ts';

/** `person` is who writes here. */
export function draftsOperations(drafts: Drafts, person: string): StationHandlers['drafts'] {
  return {
    watch: (_input, signal) => openFeed(drafts, signal),
    get: (place) => drafts.content(place),
    keep: ({ content, base, isFinished, ...place }) => drafts.keep(place, { content, base }, { isFinished, person }),
    compare: (place) => drafts.compare(place),
    send: async ({ over, ...place }) => {
      await drafts.send(place, over);
      return {};
    },
    discard: async (place) => {
      await drafts.discard(place);
      return {};
    },
  };
}
