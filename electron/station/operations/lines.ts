import type { StationHandlers } from '#contract/station/index.ts';
import { openFeed } from '../platform/feed.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function linesOperations({ lines, changeovers, handoverNotes }: StationModules): StationHandlers['lines'] {
  return {
    watch: (_input, signal) => openFeed(lines, signal),
    add: (content) => lines.add(content),
    change: async ({ id, ...content }) => {
      await lines.change(id, content);
      return {};
    },
    order: async ({ ids }) => {
      await lines.order(ids);
      return {};
    },
    remove: async ({ id }) => {
      await lines.remove(id);
      await Promise.all([changeovers.forgetLine(id), handoverNotes.forgetLine(id)]);
      return {};
    },
  };
}
