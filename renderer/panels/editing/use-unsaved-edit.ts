import { computed, onScopeDispose, ref, watch } from 'vue';
import type { UnsavedEditPlace } from '#contract/station/unsaved-edits.ts';
import { useUnsavedEditsStore, type UnsavedEditDocument } from '../../stores/unsaved-edits.ts';

/** Milliseconds after a change until the edit is stored. */
const STORE_AFTER = 1_000;

export interface UnsavedEditSource {
  /** Where the edit is stored; undefined if there is nothing to store. */
  place: () => UnsavedEditPlace | undefined;
  /** Changes whenever something was typed. */
  written: () => string;
  /** Undefined if the content cannot be saved in its current state. */
  content: () => UnsavedEditDocument | undefined;
  base: () => UnsavedEditDocument | null;
  /** Whether something was typed that the controller does not have. */
  isDirty: () => boolean;
}

/**
 * Stores an edit in the station while its controller is unreachable, so that neither a reload nor a power cut of this screen loses it
 * (`useLabelAutosave` stores in this browser). The edit stays unfinished until it is saved; only then is it sent.
 */
export function useUnsavedEdit({ place, written, content, base, isDirty }: UnsavedEditSource) {
  const unsavedEdits = useUnsavedEditsStore();
  const edit = computed(() => {
    const at = place();
    return at && unsavedEdits.find(at);
  });
  const isUnreachable = computed(() => {
    const at = place();
    return at !== undefined && unsavedEdits.isUnreachable(at.connection);
  });
  /** The content that the station stored last; undefined if it stores none. */
  const stationText = ref<string>();
  /** The edit is not stored: the station does not answer. */
  const isLost = ref(false);
  let timer: ReturnType<typeof setTimeout> | undefined;

  watch([written, isUnreachable], () => {
    if (isUnreachable.value) timer ??= setTimeout(() => void store(), STORE_AFTER);
  });
  watch(edit, (now) => {
    if (!now) stationText.value = undefined;
  });
  onScopeDispose(() => {
    clearTimeout(timer);
  });

  async function store(): Promise<void> {
    timer = undefined;
    const at = place();
    const document = at && content();
    const text = written();
    if (!at || !document || !isUnreachable.value || text === stationText.value) return;
    try {
      if (isDirty()) {
        await unsavedEdits.store(at, { content: document, base: base(), isFinished: false });
        stationText.value = text;
      } else if (edit.value?.state === 'open') await unsavedEdits.discard(at);
      isLost.value = false;
    } catch {
      isLost.value = true;
    }
  }

  /** Discards the unfinished edit together with its form. */
  async function discard(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const at = place();
    if (at && unsavedEdits.find(at)?.state === 'open') await unsavedEdits.discard(at);
  }

  return { edit, isUnreachable, isLost, stationText, discard };
}
