import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { DiagnosticsEvent } from '#contract/station/diagnostics.ts';
import { useStationClient } from '../composables/station-client.ts';
import { followFeed } from './follow-feed.ts';

/** The diagnostics of the station: the last run, or the one in progress. */
export const useDiagnosticsStore = defineStore('diagnostics', () => {
  const client = useStationClient();
  /** Undefined until the station has said it once. */
  const state = shallowRef<DiagnosticsEvent>();

  function start(): () => void {
    return followFeed(
      (signal) => client.diagnostics.watch({}, signal),
      (event) => (state.value = event),
    );
  }

  const run = () => client.diagnostics.run({});
  const prepareSupport = () => client.diagnostics.prepareSupport({});

  return { state, start, run, prepareSupport };
});
