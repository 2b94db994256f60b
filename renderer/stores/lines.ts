import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import type { Line, LineContent, LinesEvent } from '#contract/station/lines.ts';
import { useStationClient } from '../composables/station-client.ts';
import { followFeed } from './follow-feed.ts';

/** The production lines, which group the printers of all controllers. */
export const useLinesStore = defineStore('lines', () => {
  const client = useStationClient();
  const list = shallowRef<readonly Line[]>([]);
  /** False until the station has reported its lines once. */
  const isLoaded = ref(false);

  function apply(event: LinesEvent): void {
    list.value = event.lines;
    isLoaded.value = true;
  }

  const start = (): (() => void) => followFeed((signal) => client.lines.watch({}, signal), apply);

  const add = (content: LineContent) => client.lines.add(content);
  const change = (id: string, content: LineContent) => client.lines.change({ id, ...content });
  const order = (ids: string[]) => client.lines.order({ ids });
  const remove = (id: string) => client.lines.remove({ id });

  return { list, isLoaded, apply, start, add, change, order, remove };
});
