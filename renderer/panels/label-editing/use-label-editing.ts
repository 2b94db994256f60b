import { computed, ref, shallowRef, watch, type ShallowRef } from 'vue';
import type { UnsavedEditPlace } from '#contract/station/unsaved-edits.ts';
import { useAction } from '../../composables/use-action.ts';
import { useConflict } from '../../composables/use-conflict.ts';
import { useUnsavedEdit } from '../editing/use-unsaved-edit.ts';
import { useLoad } from '../../stores/use-load.ts';
import { useUnsavedEditsStore } from '../../stores/unsaved-edits.ts';
import type { LabelDocument } from '../../domain/label-document/design-object.ts';
import { useLabelsStore, type LabelPlace, type RunningJobsChoice } from '../../stores/labels.ts';
import { formatJson } from '../../domain/json/format-json.ts';
import { useLabelAutosave } from './use-label-autosave.ts';
import { useLabelText, type LabelTextState } from './use-label-text.ts';

/** The result of a save: on the controller, queued in the station, or refused because of a concurrent change. */
type Saved = 'saved' | 'queued' | 'conflict';

/** Edits the text of one label: reads it, stores unsaved edits, and saves it as a whole. A failure never loses typed text. */
export function useLabelEditing(place: LabelPlace) {
  const labels = useLabelsStore();
  const unsavedEdits = useUnsavedEditsStore();
  const editPlace = { ...place, kind: 'label' } as const;
  const state = useLabelText();
  /** The content that the edit started from; null if the controller has no such label. */
  const base = shallowRef<LabelDocument | null>(null);
  const { saveOver, ...editConflict } = useLabelConflict(base);
  /** Grows with every save, so that previews are redrawn. */
  const saves = ref(0);
  /** The text that waits in the station; undefined if none does. */
  const stationText = ref<string>();
  const hasUnstoredText = computed(() => state.isDirty.value && state.text.value !== stationText.value);
  const unsavedEdit = useUnsavedEdit({ ...contentOf(editPlace, state), base: () => base.value, isDirty: () => state.isDirty.value });
  const autosave = useLabelAutosave(place, state, unsavedEdit.stationText);
  const read = useReader(place, editPlace);
  const reading = useLoad(async (signal) => {
    const [answer] = await Promise.all([read(signal), autosave.load()]);
    return answer;
  });
  watch(reading.value, (answer) => {
    if (!answer) return;
    // An edit survives a reload of the label, including one typed during the reload.
    const unstored = hasUnstoredText.value ? state.text.value : undefined;
    state.take(answer.document, answer.revision);
    base.value = answer.base;
    stationText.value = answer.found && formatJson(answer.found.content);
    if (stationText.value !== undefined) state.write(stationText.value);
    unsavedEdit.stationText.value = stationText.value;
    if (unstored !== undefined) state.write(unstored);
    else autosave.offer(answer.found?.edit.savedAt);
  });
  // The edit was sent, resolved or discarded: reads the controller's label again.
  watch(unsavedEdit.edit, (now, before) => {
    if (now || !before) return;
    saves.value += 1;
    void reading.reload();
  });

  const saving = useAction(async (isReplacing: boolean, choice?: RunningJobsChoice): Promise<Saved> => {
    if (isReplacing) editConflict.acknowledge();
    const sent = state.text.value;
    const document = JSON.parse(sent) as LabelDocument;
    const edit = { content: document, base: base.value };
    const save = () => unsavedEdits.saveOrQueue(editPlace, edit, () => labels.put(place, document, { expected: base.value, ...choice }));
    const saved = await saveOver(place, () => document, save);
    if (!saved) return 'conflict';
    if (saved.isQueued) unsavedEdit.stationText.value = stationText.value = sent;
    else await take(document, sent);
    autosave.saveNow();
    return saved.isQueued ? 'queued' : 'saved';
  });

  async function take(document: LabelDocument, sent: string): Promise<void> {
    base.value = state.saved.value = document;
    state.savedText.value = sent;
    state.revision.value = await labels.revision(place).catch(() => null);
    // A controller without version numbers may store the label in another form.
    if (state.revision.value === null) base.value = await labels.get(place).catch(() => document);
    saves.value += 1;
  }

  return { ...state, ...autosave, ...editConflict, saves, hasUnstoredText, isNotStored: unsavedEdit.isLost, reading, saving };
}

/** The version number of the concurrent change; null if the controller reports none. */
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

/** Reads the label; while its controller is unreachable, the station's copy. */
function useReader(place: LabelPlace, editPlace: UnsavedEditPlace) {
  const labels = useLabelsStore();
  const unsavedEdits = useUnsavedEditsStore();
  return async (signal: AbortSignal) => {
    const found = await unsavedEdits.load(editPlace, signal);
    if (found) return { document: found.base ?? {}, base: found.base, revision: null, found };
    const [document, revision] = await Promise.all([labels.get(place, signal), labels.revision(place)]);
    return { document, base: document, revision, found };
  };
}

/** The edit in the form that the station stores. */
function contentOf(place: UnsavedEditPlace, { saved, text, isDocument }: LabelTextState) {
  return {
    place: () => (saved.value ? place : undefined),
    written: () => text.value,
    content: () => (isDocument.value ? (JSON.parse(text.value) as LabelDocument) : undefined),
  };
}

export type LabelEditing = ReturnType<typeof useLabelEditing>;
