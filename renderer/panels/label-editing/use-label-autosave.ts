import { onScopeDispose, shallowRef, watch, type Ref } from 'vue';
import type { LabelPlace } from '../../stores/labels.ts';
import { formatJson } from '../../domain/json/format-json.ts';
import { readJsonText } from '../../domain/json/json-positions.ts';
import type { LocalLabelEdit } from './local-label-edits.ts';
import { useLocalEdit } from './use-local-edit.ts';
import type { LabelTextState } from './use-label-text.ts';

/**
 * Milliseconds. A change is stored at once, and later changes are stored together at this interval. A change must be on disk within two
 * seconds; the rest of that time is reserved for a slow disk.
 */
const SAVE_EVERY = 500;

/**
 * Stores an unsaved text in this browser while it is typed, against reload and power cut, and offers the edit of an earlier visit
 * (`useUnsavedEdit` stores in the station). A text that the station has stored (`stationText`) is not stored here too.
 */
export function useLabelAutosave(
  place: LabelPlace,
  { text, savedText, saved, revision, isDirty }: LabelTextState,
  stationText: Readonly<Ref<string | undefined>>,
) {
  const localEdit = useLocalEdit(place);
  /** The unsaved edit of an earlier visit: the text is not replaced until the edit is restored or discarded. */
  const recoverable = shallowRef<LocalLabelEdit>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = -SAVE_EVERY;

  watch([text, stationText], () => {
    const rest = Math.max(0, last + SAVE_EVERY - performance.now());
    timer ??= setTimeout(() => void localEdit.afterWrites(saveWaiting), rest);
  });
  onScopeDispose(() => {
    saveNow();
    localEdit.close();
  });

  /** Unless it was stored while it waited. */
  function saveWaiting(): void {
    if (timer !== undefined) saveNow();
  }

  /** The page is being closed. */
  function saveOnLeave(): void {
    saveNow();
    localEdit.leave();
  }

  /** Stores at once, because the page may be closed. */
  function saveNow(): void {
    clearTimeout(timer);
    timer = undefined;
    last = performance.now();
    if (recoverable.value || !saved.value) return;
    const isHereOnly = isDirty.value && text.value !== stationText.value;
    localEdit.save(isHereOnly ? { text: text.value, revision: revision.value, keptAt: Date.now() } : undefined);
  }

  /** Reads the edit of an earlier visit. If it cannot be read before editing starts, it stays until the next visit. */
  async function load(): Promise<void> {
    if (saved.value === undefined || localEdit.hasLoaded()) await localEdit.load();
  }

  /** Offers the stored edit once the label has been read, if it is newer than the station's. */
  function offer(keptAt = 0): void {
    const edit = localEdit.find();
    const isNews = edit && edit.keptAt > keptAt && edit.text !== text.value && !isSame(edit.text, savedText.value);
    recoverable.value = isNews ? edit : undefined;
  }

  function restore(): void {
    if (recoverable.value) text.value = recoverable.value.text;
    recoverable.value = undefined;
  }

  function discard(): void {
    recoverable.value = undefined;
    text.value = savedText.value;
    localEdit.save(undefined);
  }

  return { recoverable, isLocalEditLost: localEdit.isLost, saveNow, saveOnLeave, load, offer, restore, discard };
}

/** Also if only the formatting differs. */
function isSame(edit: string, savedText: string): boolean {
  return edit === savedText || (!readJsonText(edit).fault && formatJson(JSON.parse(edit)) === savedText);
}
