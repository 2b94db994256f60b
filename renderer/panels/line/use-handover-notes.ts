import { shallowRef, watch } from 'vue';
import type { HandoverNote } from '#contract/station/handover-notes.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { followFeed } from '../../stores/follow-feed.ts';

/** The handover notes of a line, newest first. */
export function useHandoverNotes(line: () => string) {
  const client = useStationClient();
  const notes = shallowRef<readonly HandoverNote[]>([]);

  watch(
    line,
    (id, _before, onCleanup) => {
      const stop = followFeed(
        (signal) => client.handoverNotes.watch({ line: id }, signal),
        (event) => (notes.value = event.notes),
      );
      onCleanup(stop);
    },
    { immediate: true },
  );

  const add = (note: Pick<HandoverNote, 'by' | 'text'>) => client.handoverNotes.add({ line: line(), ...note });
  return { notes, add };
}
