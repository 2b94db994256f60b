import { computed, onScopeDispose, ref, watch } from 'vue';
import type { Preflight } from '#contract/api-v3/preflight.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../composables/use-load.ts';

/** How long after an answer one that has not ended is looked at again, in milliseconds. */
const PAUSE = 400;

export interface TablePlace {
  connection: string;
  table: string;
}

/** The pre-flights of a table, newest first, and the one that is shown: the newest, until somebody chooses another. */
export function usePreflights(place: () => TablePlace) {
  const client = useStationClient();
  const chosenId = ref<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const { value: preflights, problem, reload } = useLoad((signal) => client.preflights.list(place(), signal), [place]);
  const chosen = computed(() => preflights.value?.find(({ id }) => id === chosenId.value) ?? preflights.value?.[0]);
  const isRunning = computed(() => preflights.value?.some(({ ended }) => ended === null) ?? false);

  // Another answer is another look, until all have ended. A failure is read again by whoever sees it.
  watch(preflights, () => {
    clearTimeout(timer);
    if (isRunning.value) timer = setTimeout(() => void reload(), PAUSE);
  });
  onScopeDispose(() => clearTimeout(timer));

  function choose({ id }: Pick<Preflight, 'id'>): void {
    chosenId.value = id;
  }

  return { preflights, problem, reload, chosen, isRunning, choose };
}
