import type { StationHandlers } from '#contract/station/index.ts';
import { openFeed } from '../feed.ts';
import type { Journal } from '../journal/journal.ts';

export function journalOperations(journal: Journal): StationHandlers['journal'] {
  return {
    list: ({ before, limit, ...filter }) => journal.list(filter, { before, limit }),
    watch: (_input, signal) => openFeed(journal, signal),
  };
}
