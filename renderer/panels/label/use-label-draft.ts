import { onScopeDispose, ref, shallowRef, watch } from 'vue';
import type { LabelPlace } from '../../stores/labels.ts';
import { LabelDrafts, type LabelDraft } from './label-draft.ts';
import type { LabelTextState } from './use-label-text.ts';

/** A draft is kept this long after a change at the latest. */
const KEEP_AFTER = 1_000;

/** Keeps unsaved text as a draft while it is written, and offers the draft of an earlier visit. */
export function useLabelDraft(place: LabelPlace, { text, savedText, saved, revision, isDirty }: LabelTextState) {
  const drafts = new LabelDrafts(localStorage, place.connection, place.name);
  /** Unsaved work of an earlier visit: the text waits until it is restored or discarded. */
  const offered = shallowRef<LabelDraft>();
  const isDraftLost = ref(false);
  let timer: ReturnType<typeof setTimeout> | undefined;

  watch(text, () => {
    timer ??= setTimeout(keepDraft, KEEP_AFTER);
  });
  onScopeDispose(keepDraft);

  function keepDraft(): void {
    clearTimeout(timer);
    timer = undefined;
    if (offered.value || !saved.value) return;
    if (isDirty.value) isDraftLost.value = !drafts.keep({ text: text.value, revision: revision.value, keptAt: Date.now() });
    else drafts.drop();
  }

  /** Looks for a draft of an earlier visit, once the label was read: one that is newer than what the station keeps. */
  function offer(keptAt = 0): void {
    const draft = drafts.find();
    const isNews = draft && draft.keptAt > keptAt && draft.text !== savedText.value && draft.text !== text.value;
    offered.value = isNews ? draft : undefined;
  }

  function restore(): void {
    if (offered.value) text.value = offered.value.text;
    offered.value = undefined;
  }

  function discard(): void {
    offered.value = undefined;
    text.value = savedText.value;
    drafts.drop();
  }

  return { offered, isDraftLost, keepDraft, offer, restore, discard };
}
