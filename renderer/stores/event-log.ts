import { defineStore } from 'pinia';
import { ref } from 'vue';
import type { EventLogFilter } from '#contract/station/event-log.ts';
import { useStationClient } from '../composables/station-client.ts';
import { followFeed } from './follow-feed.ts';

/** The station's event log, read page by page, and whether there are new entries. */
export const useEventLogStore = defineStore('eventLog', () => {
  const client = useStationClient();
  /** The number of the newest entry. */
  const newest = ref(0);

  const start = (): (() => void) =>
    followFeed(
      (signal) => client.eventLog.watch({}, signal),
      (event) => (newest.value = event.newest),
    );
  const read = (filter: EventLogFilter, page: { before?: number | undefined; limit: number }, signal?: AbortSignal) =>
    client.eventLog.list({ ...filter, ...page }, signal);

  return { newest, start, read };
});
