import { computed, onScopeDispose, ref, watch } from 'vue';
import type { DraftPlace } from '#contract/station/drafts.ts';
import { useDraftsStore, type DraftDocument } from '../stores/drafts.ts';

/** Work is kept this long after a change at the latest, in milliseconds. */
const KEEP_AFTER = 1_000;

export interface DraftWork {
  /** Where it is; undefined while there is nothing to keep. */
  place: () => DraftPlace | undefined;
  /** Another one whenever something was written. */
  written: () => string;
  /** Undefined for what cannot be saved as it is. */
  content: () => DraftDocument | undefined;
  base: () => DraftDocument | null;
  /** Whether something was written that its controller does not have. */
  isDirty: () => boolean;
}

/**
 * Keeps what is written in the station while its controller is away, so that neither a reload nor a power cut loses it. It stays open
 * work until it is saved: only then is it sent.
 */
export function useDraftKeeping({ place, written, content, base, isDirty }: DraftWork) {
  const drafts = useDraftsStore();
  const draft = computed(() => {
    const at = place();
    return at && drafts.find(at);
  });
  const isAway = computed(() => {
    const at = place();
    return at !== undefined && drafts.isAway(at.connection);
  });
  /** What was written when the station kept it last; undefined where it keeps nothing of it. */
  const keptText = ref<string>();
  /** Nothing is kept: the station does not answer. */
  const isLost = ref(false);
  let timer: ReturnType<typeof setTimeout> | undefined;

  watch([written, isAway], () => {
    if (isAway.value) timer ??= setTimeout(() => void keep(), KEEP_AFTER);
  });
  watch(draft, (now) => {
    if (!now) keptText.value = undefined;
  });
  onScopeDispose(() => {
    clearTimeout(timer);
  });

  async function keep(): Promise<void> {
    timer = undefined;
    const at = place();
    const document = at && content();
    const text = written();
    if (!at || !document || !isAway.value || text === keptText.value) return;
    try {
      if (isDirty()) {
        await drafts.keep(at, { content: document, base: base(), isFinished: false });
        keptText.value = text;
      } else if (draft.value?.state === 'open') await drafts.discard(at);
      isLost.value = false;
    } catch {
      isLost.value = true;
    }
  }

  /** Work that was not finished goes with the form that it was written in. */
  async function drop(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const at = place();
    if (at && drafts.find(at)?.state === 'open') await drafts.discard(at);
  }

  return { draft, isAway, isLost, keptText, drop };
}
