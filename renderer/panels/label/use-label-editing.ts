import { computed, ref, watch } from 'vue';
import type { DraftPlace } from '#contract/station/drafts.ts';
import { useAction } from '../../composables/use-action.ts';
import { useDraftKeeping } from '../../composables/use-draft-keeping.ts';
import { useLoad } from '../../composables/use-load.ts';
import { isUnreachable, useDraftsStore } from '../../stores/drafts.ts';
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
  /** The revision that somebody else saved meanwhile. */
  const conflict = ref<number>();
  /** Grows with every save: pictures are drawn again. */
  const saves = ref(0);
  /** The text that waits in the station; undefined where none does. */
  const keptText = ref<string>();
  const isUnkept = computed(() => state.isDirty.value && state.text.value !== keptText.value);
  const keeping = useDraftKeeping({ ...workOf(draftPlace, state), isDirty: () => state.isDirty.value });
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
    const sent = state.text.value;
    const isDraft = keeping.isAway.value || keeping.draft.value !== undefined;
    conflict.value = isReplacing || isDraft ? undefined : changed(state.revision.value, await presentRevision());
    if (conflict.value !== undefined) return 'conflict';
    const document = JSON.parse(sent) as LabelDocument;
    const work = { content: document, base: state.saved.value ?? null };
    const { isKept } = await drafts.saveOrKeep(draftPlace, work, () => labels.put(place, document));
    if (isKept) keeping.keptText.value = keptText.value = sent;
    else await take(document, sent);
    draft.keepDraft();
    return isKept ? 'kept' : 'saved';
  });

  async function take(document: LabelDocument, sent: string): Promise<void> {
    state.saved.value = document;
    state.savedText.value = sent;
    state.revision.value = await labels.revision(place).catch(() => null);
    saves.value += 1;
  }

  const presentRevision = () => labels.revision(place).catch(nullWhenAway);

  return { ...state, ...draft, conflict, saves, isUnkept, isNotKept: keeping.isLost, reading, saving };
}

/** Reads the label; where its controller is away, what the station keeps for it. */
function useReader(place: LabelPlace, draftPlace: DraftPlace) {
  const labels = useLabelsStore();
  const drafts = useDraftsStore();
  return async (signal: AbortSignal) => {
    const found = await drafts.seek(draftPlace, signal);
    if (found) return { document: found.base ?? {}, revision: null, found };
    const [document, revision] = await Promise.all([labels.get(place, signal), labels.revision(place)]);
    return { document, revision, found };
  };
}

/** The work on a label, as it is kept while its controller is away. */
function workOf(place: DraftPlace, { saved, text, isDocument }: LabelTextState) {
  return {
    place: () => (saved.value ? place : undefined),
    written: () => text.value,
    content: () => (isDocument.value ? (JSON.parse(text.value) as LabelDocument) : undefined),
    base: () => saved.value ?? null,
  };
}

function nullWhenAway(error: unknown): null {
  if (isUnreachable(error)) return null;
  throw error;
}

/** The revision that somebody else saved; undefined when nobody did, or nobody knows. */
function changed(known: number | null, present: number | null): number | undefined {
  return present === null || known === null || present === known ? undefined : present;
}

export type LabelEditing = ReturnType<typeof useLabelEditing>;
