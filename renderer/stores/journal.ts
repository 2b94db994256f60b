import { defineStore } from 'pinia';
import { ref } from 'vue';
import type { JournalFilter } from '#contract/station/journal.ts';
import { useStationClient } from '../composables/station-client.ts';
import { followFeed } from './follow-feed.ts';

/** The station's journal: read page by page, and whether there is something new. */
export const useJournalStore = defineStore('journal', () => {
  const client = useStationClient();
  /** The number of the newest entry. */
  const newest = ref(0);

  const start = (): (() => void) =>
    followFeed(
      (signal) => client.journal.watch({}, signal),
      (event) => (newest.value = event.newest),
    );
  const read = (filter: JournalFilter, page: { before?: number | undefined; limit: number }, signal?: AbortSignal) =>
    client.journal.list({ ...filter, ...page }, signal);

  return { newest, start, read };
});
