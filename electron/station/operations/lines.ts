import type { StationHandlers } from '#contract/station/index.ts';
import { openFeed } from '../feed.ts';
import type { Lines } from '../lines/lines.ts';

export function linesOperations(lines: Lines): StationHandlers['lines'] {
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
      return {};
    },
  };
}
