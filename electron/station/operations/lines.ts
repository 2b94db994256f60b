import type { StationHandlers } from '#contract/station/index.ts';
import { openFeed } from '../platform/feed.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function linesOperations({ lines, includedLines, changeovers, handoverNotes }: StationModules): StationHandlers['lines'] {
  return {
    watch: (_input, signal) => openFeed(lines, signal),
    add: async (content) => {
      const { id } = await lines.add(content);
      await includedLines.readAll(content.controllerLines);
      return lines.get(id);
    },
    change: async ({ id, ...content }) => {
      await lines.change(id, content);
      await includedLines.readAll(content.controllerLines);
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
