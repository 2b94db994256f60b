import { onScopeDispose, shallowRef, watch, type Ref } from 'vue';
import type { LabelPlace } from '../../stores/labels.ts';
import { formatJson } from './format-json.ts';
import { readJsonText } from './json-text.ts';
import type { LabelDraft } from './label-draft.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import type { LabelTextState } from './use-label-text.ts';

/**
 * A change is kept at once; what follows within this time of it is kept together. Most of the two seconds within which a change is kept are left
 * to a slow disk.
 */
const KEEP_EVERY = 500;

/**
 * Keeps unsaved text as a draft while it is written, and offers the draft of an earlier visit. What the station keeps (`stationText`) is its own to
 * offer, or to let go: it is not kept here beside it.
 */
export function useLabelDraft(
  place: LabelPlace,
  { text, savedText, saved, revision, isDirty }: LabelTextState,
  stationText: Readonly<Ref<string | undefined>>,
) {
  const kept = useKeptDraft(place);
  /** Unsaved work of an earlier visit: the text waits until it is restored or discarded. */
  const offered = shallowRef<LabelDraft>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = -KEEP_EVERY;

  watch([text, stationText], () => {
    const rest = Math.max(0, last + KEEP_EVERY - performance.now());
    timer ??= setTimeout(() => void kept.inTurn(keepWaiting), rest);
  });
  onScopeDispose(() => {
    keepDraft();
    kept.close();
  });

  /** Unless it was kept while its turn came. */
  function keepWaiting(): void {
    if (timer !== undefined) keepDraft();
  }

  /** The page goes. */
  function keepLeft(): void {
    keepDraft();
    kept.leave();
  }

  /** At once: the page may be about to go. */
  function keepDraft(): void {
    clearTimeout(timer);
    timer = undefined;
    last = performance.now();
    if (offered.value || !saved.value) return;
    const isHereOnly = isDirty.value && text.value !== stationText.value;
    kept.keep(isHereOnly ? { text: text.value, revision: revision.value, keptAt: Date.now() } : undefined);
  }

  /** Sees what an earlier visit left. What is not seen before the text can be changed is left alone until the next visit. */
  async function look(): Promise<void> {
    if (saved.value === undefined || kept.hasLooked()) await kept.look();
  }

  /** Offers the draft that was seen, once the label was read: one that is newer than what the station keeps. */
  function offer(keptAt = 0): void {
    const draft = kept.find();
    const isNews = draft && draft.keptAt > keptAt && draft.text !== text.value && !isSame(draft.text, savedText.value);
    offered.value = isNews ? draft : undefined;
  }

  function restore(): void {
    if (offered.value) text.value = offered.value.text;
    offered.value = undefined;
  }

  function discard(): void {
    offered.value = undefined;
    text.value = savedText.value;
    kept.keep(undefined);
  }

  return { offered, isDraftLost: kept.isLost, keepDraft, keepLeft, look, offer, restore, discard };
}

/** Also where it is only written in another way. */
function isSame(draft: string, savedText: string): boolean {
  return draft === savedText || (!readJsonText(draft).fault && formatJson(JSON.parse(draft)) === savedText);
}
