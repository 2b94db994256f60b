import { ref, watch } from 'vue';
import { useAction } from '../../composables/use-action.ts';
import { useLoad } from '../../composables/use-load.ts';
import { useLabelsStore, type LabelDocument, type LabelPlace } from '../../stores/labels.ts';
import { useLabelDraft } from './use-label-draft.ts';
import { useLabelText } from './use-label-text.ts';

/** Work on the text of one label: read it, keep a draft of it, save it as a whole. Nothing that was typed is lost by a failure. */
export function useLabelEditing(place: LabelPlace) {
  const labels = useLabelsStore();
  const state = useLabelText();
  const draft = useLabelDraft(place, state);
  /** The revision that somebody else saved meanwhile. */
  const conflict = ref<number>();
  /** Grows with every save: pictures are drawn again. */
  const saves = ref(0);

  const reading = useLoad(async (signal) => {
    const [document, revision] = await Promise.all([labels.get(place, signal), labels.revision(place)]);
    return { document, revision };
  });
  watch(reading.value, (answer) => {
    if (!answer) return;
    state.take(answer.document, answer.revision);
    draft.offer();
  });

  /** False when somebody else saved the label meanwhile: `conflict` names the revision then, and `isReplacing` saves all the same. */
  const saving = useAction(async (isReplacing: boolean): Promise<boolean> => {
    const sent = state.text.value;
    if (!isReplacing && (await hasChanged())) return false;
    const document = JSON.parse(sent) as LabelDocument;
    conflict.value = undefined;
    await labels.put(place, document);
    state.saved.value = document;
    state.savedText.value = sent;
    state.revision.value = await labels.revision(place).catch(() => null);
    saves.value += 1;
    draft.keepDraft();
    return true;
  });

  async function hasChanged(): Promise<boolean> {
    const current = await labels.revision(place);
    if (current === null || state.revision.value === null || current === state.revision.value) return false;
    conflict.value = current;
    return true;
  }

  return { ...state, ...draft, conflict, saves, reading, saving };
}

export type LabelEditing = ReturnType<typeof useLabelEditing>;
