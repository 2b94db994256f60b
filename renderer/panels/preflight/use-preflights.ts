import { computed, onScopeDispose, ref, watch } from 'vue';
import type { Preflight } from '#contract/api-v3/preflight.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../stores/use-load.ts';

/** Milliseconds between two reads while a pre-flight runs. */
const PAUSE = 400;

export interface TablePlace {
  connection: string;
  table: string;
}

/** The pre-flights of a table, newest first, and the displayed one: the newest, until another is chosen. */
export function usePreflights(place: () => TablePlace, isSupported: () => boolean) {
  const client = useStationClient();
  const chosenId = ref<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const {
    value: preflights,
    problem,
    reload,
  } = useLoad((signal) => (isSupported() ? client.preflights.list(place(), signal) : undefined), [place, isSupported]);
  const chosen = computed(() => preflights.value?.find(({ id }) => id === chosenId.value) ?? preflights.value?.[0]);
  const isRunning = computed(() => preflights.value?.some(({ ended }) => ended === null) ?? false);

  // Each answer schedules the next read, until all have ended. A failed read is repeated by its retry button.
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
