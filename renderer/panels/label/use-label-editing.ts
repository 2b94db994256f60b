import { computed, ref, shallowRef, watch, type ShallowRef } from 'vue';
import type { DraftPlace } from '#contract/station/drafts.ts';
import { useAction } from '../../composables/use-action.ts';
import { useConflict } from '../../composables/use-conflict.ts';
import { useDraftKeeping } from '../../composables/use-draft-keeping.ts';
import { useLoad } from '../../composables/use-load.ts';
import { useDraftsStore } from '../../stores/drafts.ts';
import { useLabelsStore, type LabelDocument, type LabelPlace } from '../../stores/labels.ts';
import { formatJson } from './format-json.ts';
import { useLabelDraft } from './use-label-draft.ts';
import { useLabelText, type LabelTextState } from './use-label-text.ts';

/** How a save ended: at the controller, here for its return, or not at all because somebody else saved meanwhile. */
type Saved = 'saved' | 'kept' | 'conflict';

/** Work on the text of one label: read it, keep a draft of it, save it as a whole. Nothing that was typed is lost by a failure. */
export function useLabelEditing(place: LabelPlace) {
  const labels = useLabelsStore();
  const drafts = useDraftsStore();
  const draftPlace = { ...place, kind: 'label' } as const;
  const state = useLabelText();
  /** What was begun from; null for a label that its controller does not have. */
  const base = shallowRef<LabelDocument | null>(null);
  const { saveOver, ...asked } = useLabelConflict(base);
  /** Grows with every save: pictures are drawn again. */
  const saves = ref(0);
  /** The text that waits in the station; undefined where none does. */
  const keptText = ref<string>();
  const isUnkept = computed(() => state.isDirty.value && state.text.value !== keptText.value);
  const keeping = useDraftKeeping({ ...workOf(draftPlace, state), base: () => base.value, isDirty: () => state.isDirty.value });
  const draft = useLabelDraft(place, state, keeping.keptText);
  const read = useReader(place, draftPlace);
  const reading = useLoad(async (signal) => {
    const [answer] = await Promise.all([read(signal), draft.look()]);
    return answer;
  });
  watch(reading.value, (answer) => {
    if (!answer) return;
    // What was written goes on through a reading, also what was written while it lasted.
    const written = isUnkept.value ? state.text.value : undefined;
    state.take(answer.document, answer.revision);
    base.value = answer.base;
    keptText.value = answer.found && formatJson(answer.found.content);
    if (keptText.value !== undefined) state.write(keptText.value);
    keeping.keptText.value = keptText.value;
    if (written !== undefined) state.write(written);
    else draft.offer(answer.found?.draft.savedAt);
  });
  // It was sent, or somebody decided or let it go: what the controller has is read anew.
  watch(keeping.draft, (now, before) => {
    if (now || !before) return;
    saves.value += 1;
    void reading.reload();
  });

  const saving = useAction(async (isReplacing: boolean): Promise<Saved> => {
    if (isReplacing) asked.acknowledge();
    const sent = state.text.value;
    const document = JSON.parse(sent) as LabelDocument;
    const work = { content: document, base: base.value };
    const save = () => drafts.saveOrKeep(draftPlace, work, () => labels.put(place, document, base.value));
    const saved = await saveOver(place, () => document, save);
    if (!saved) return 'conflict';
    if (saved.isKept) keeping.keptText.value = keptText.value = sent;
    else await take(document, sent);
    draft.keepDraft();
    return saved.isKept ? 'kept' : 'saved';
  });

  async function take(document: LabelDocument, sent: string): Promise<void> {
    base.value = state.saved.value = document;
    state.savedText.value = sent;
    state.revision.value = await labels.revision(place).catch(() => null);
    // A controller that counts no revisions may keep it in a form of its own.
    if (state.revision.value === null) base.value = await labels.get(place).catch(() => document);
    saves.value += 1;
  }

  return { ...state, ...draft, ...asked, saves, isUnkept, isNotKept: keeping.isLost, reading, saving };
}

/** Somebody else was faster, and made of the label this revision; null where the controller tells none. */
function useLabelConflict(base: ShallowRef<LabelDocument | null>) {
  const labels = useLabelsStore();
  const theirRevision = ref<number | null>(null);
  const conflicting = useConflict(base, async (place) => {
    const [theirs, revision] = await Promise.all([labels.get(place), labels.revision(place)]);
    theirRevision.value = revision;
    return theirs;
  });
  return { ...conflicting, theirRevision };
}

/** Reads the label; where its controller is away, what the station keeps for it. */
function useReader(place: LabelPlace, draftPlace: DraftPlace) {
  const labels = useLabelsStore();
  const drafts = useDraftsStore();
  return async (signal: AbortSignal) => {
    const found = await drafts.seek(draftPlace, signal);
    if (found) return { document: found.base ?? {}, base: found.base, revision: null, found };
    const [document, revision] = await Promise.all([labels.get(place, signal), labels.revision(place)]);
    return { document, base: document, revision, found };
  };
}

/** The work on a label, as it is kept while its controller is away. */
function workOf(place: DraftPlace, { saved, text, isDocument }: LabelTextState) {
  return {
    place: () => (saved.value ? place : undefined),
    written: () => text.value,
    content: () => (isDocument.value ? (JSON.parse(text.value) as LabelDocument) : undefined),
  };
}

export type LabelEditing = ReturnType<typeof useLabelEditing>;
