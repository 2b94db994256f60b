import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue';
import type { JournalEntry, JournalFilter } from '#contract/station/journal.ts';
import { useAction } from '../../composables/use-action.ts';
import { useLoad } from '../../composables/use-load.ts';
import { useJournalStore } from '../../stores/journal.ts';

/** What happens in a burst is read once it is over, or after so long, in milliseconds. */
const GATHERING = 500;

/**
 * The journal through a filter, page by page. While only its newest page is shown it follows what happens; with older ones it stands still and
 * says that there is something new.
 */
export function useJournal(filter: () => JournalFilter, limit: number) {
  const journal = useJournalStore();
  const older = shallowRef<JournalEntry[]>([]);
  const nextOlder = ref<number | null>();
  const turn = ref(0);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const { value, problem, reload } = useLoad((signal) => journal.read(filter(), { limit }, signal), [() => JSON.stringify(filter()), turn]);
  const entries = computed(() => value.value && [...value.value.entries, ...older.value]);
  const next = computed(() => (nextOlder.value === undefined ? (value.value?.next ?? null) : nextOlder.value));
  const hasNewer = ref(false);

  const { run: showOlder, isPending: isReadingOlder } = useAction(async () => {
    const before = next.value;
    if (before === null) return;
    const page = await journal.read(filter(), { before, limit });
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
    () => journal.newest,
    () => {
      if (older.value.length > 0) hasNewer.value = true;
      else
        timer ??= setTimeout(() => {
          timer = undefined;
          turn.value += 1;
        }, GATHERING);
    },
  );
  onScopeDispose(journal.start());
  onScopeDispose(() => {
    clearTimeout(timer);
  });

  return { entries, problem, reload, next, showOlder, isReadingOlder, hasNewer, showNewest };
}
