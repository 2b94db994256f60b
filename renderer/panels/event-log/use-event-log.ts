import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue';
import type { EventLogEntry, EventLogFilter } from '#contract/station/event-log.ts';
import { useAction } from '../../composables/use-action.ts';
import { useLoad } from '../../stores/use-load.ts';
import { useEventLogStore } from '../../stores/event-log.ts';

/** Milliseconds. Events of a burst are read once it is over, or after this time. */
const GATHERING = 500;

/**
 * A filtered page-wise view of the event log. It follows new events while only the newest page is shown; with older pages it does not move
 * and reports new events.
 */
export function useEventLog(filter: () => EventLogFilter, limit: number) {
  const eventLog = useEventLogStore();
  const older = shallowRef<EventLogEntry[]>([]);
  const nextOlder = ref<number | null>();
  const turn = ref(0);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const { value, problem, reload } = useLoad(
    (signal) => eventLog.read(filter(), { limit }, signal),
    [() => JSON.stringify(filter()), turn],
  );
  const entries = computed(() => value.value && [...value.value.entries, ...older.value]);
  const next = computed(() => (nextOlder.value === undefined ? (value.value?.next ?? null) : nextOlder.value));
  const hasNewer = ref(false);

  const { run: showOlder, isPending: isReadingOlder } = useAction(async () => {
    const before = next.value;
    if (before === null) return;
    const page = await eventLog.read(filter(), { before, limit });
    older.value = [...older.value, ...page.entries];
    nextOlder.value = page.next;
  });

  function showNewest(): void {
    older.value = [];
    nextOlder.value = undefined;
    hasNewer.value = false;
    turn.value += 1;
  }

  watch(() => JSON.stringify(filter()), showNewest);
  watch(
    () => eventLog.newest,
    () => {
      if (older.value.length > 0) hasNewer.value = true;
      else
        timer ??= setTimeout(() => {
          timer = undefined;
          turn.value += 1;
        }, GATHERING);
    },
  );
  onScopeDispose(eventLog.start());
  onScopeDispose(() => {
    clearTimeout(timer);
  });

  return { entries, problem, reload, next, showOlder, isReadingOlder, hasNewer, showNewest };
}
