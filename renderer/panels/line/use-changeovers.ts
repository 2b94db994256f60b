import { computed, ref, shallowRef, watch } from 'vue';
import { isOver, type Changeover } from '#contract/station/changeovers.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { followFeed } from '../../stores/follow-feed.ts';

/** The changeovers of a line, which every screen of the station sees: the current one, and those that are over, newest first. */
export function useChangeovers(line: () => string) {
  const client = useStationClient();
  const list = shallowRef<readonly Changeover[]>([]);
  const isLoaded = ref(false);

  watch(
    line,
    (id, _before, onCleanup) => {
      isLoaded.value = false;
      const stop = followFeed(
        (signal) => client.changeovers.watch({ line: id }, signal),
        ({ changeovers }) => {
          list.value = changeovers;
          isLoaded.value = true;
        },
      );
      onCleanup(stop);
    },
    { immediate: true },
  );

  const current = computed(() => list.value.find((changeover) => !isOver(changeover)));
  const past = computed(() => list.value.filter(isOver));
  return { current, past, isLoaded };
}
