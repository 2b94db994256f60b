import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import type { IncludedState, IncludedStatesEvent } from '#contract/station/line-stops.ts';
import type { Line } from '#contract/station/lines.ts';
import { useStationClient } from '../composables/station-client.ts';
import { followFeed } from './follow-feed.ts';

/** The controllers' lines that belong to lines of the station, and what stops them now. */
export const useIncludedLinesStore = defineStore('included-lines', () => {
  const client = useStationClient();
  const list = shallowRef<readonly IncludedState[]>([]);
  const stopped = computed(() => list.value.filter((one) => one.kind === 'read' && one.line.state.isStopped));

  function apply(event: IncludedStatesEvent): void {
    list.value = event.included;
  }

  /** Those of one line of the station. */
  function ofLine({ controllerLines }: Line): IncludedState[] {
    return list.value.filter((one) => controllerLines.some(({ connection, name }) => connection === one.connection && name === one.name));
  }

  const start = (): (() => void) => followFeed((signal) => client.lineStops.watch({}, signal), apply);
  return { list, stopped, ofLine, apply, start };
});
