import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue';
import { useAction } from '../../composables/use-action.ts';
import { useLoad } from '../../composables/use-load.ts';
import { useLabelsStore, type LabelDocument, type LabelPlace } from '../../stores/labels.ts';
import { formatJson } from './format-json.ts';
import { readJsonText } from './json-text.ts';
import { LabelDrafts, type LabelDraft } from './label-draft.ts';

/** A draft is kept this long after a change at the latest. */
const KEEP_AFTER = 1_000;

/** Work on the text of one label: read it, keep a draft of it, save it as a whole. Nothing that was typed is lost by a failure. */
export function useLabelEditing(place: LabelPlace) {
  const labels = useLabelsStore();
  const drafts = new LabelDrafts(localStorage, place.connection, place.name);
  const text = ref('');
  const savedText = ref('');
  /** The label as the controller has it; undefined until it was read. */
  const saved = shallowRef<LabelDocument>();
  const revision = ref<number | null>(null);
  /** Unsaved work of an earlier visit: the text waits until it is restored or discarded. */
  const offered = shallowRef<LabelDraft>();
  /** The revision that somebody else saved meanwhile. */
  const conflict = ref<number>();
  const isDraftLost = ref(false);
  /** Grows with every save: pictures are drawn again. */
  const saves = ref(0);

  const reading = useLoad(async (signal) => {
    const [document, known] = await Promise.all([labels.get(place, signal), labels.revision(place)]);
    return { document, known };
  });
  watch(reading.value, (answer) => {
    if (!answer) return;
    saved.value = answer.document;
    savedText.value = text.value = formatJson(answer.document);
    revision.value = answer.known;
    const draft = drafts.find();
    offered.value = draft && draft.text !== savedText.value ? draft : undefined;
  });

  const json = computed(() => readJsonText(text.value));
  const isDirty = computed(() => text.value !== savedText.value);

  function keepDraft(): void {
    clearTimeout(timer);
    timer = undefined;
    if (offered.value || !saved.value) return;
    if (isDirty.value) isDraftLost.value = !drafts.keep({ text: text.value, revision: revision.value, keptAt: Date.now() });
    else drafts.drop();
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  watch(text, () => {
    timer ??= setTimeout(keepDraft, KEEP_AFTER);
  });
  onScopeDispose(keepDraft);

  function restore(): void {
    if (offered.value) text.value = offered.value.text;
    offered.value = undefined;
  }

  function discard(): void {
    offered.value = undefined;
    text.value = savedText.value;
    drafts.drop();
  }

  const saving = useAction(async (isReplacing: boolean): Promise<boolean> => {
    const sent = text.value;
    if (!isReplacing && (await hasChanged())) return false;
    const document = JSON.parse(sent) as LabelDocument;
    await labels.put(place, document);
    saved.value = document;
    conflict.value = undefined;
    savedText.value = sent;
    revision.value = await labels.revision(place).catch(() => null);
    saves.value += 1;
    keepDraft();
    return true;
  });

  async function hasChanged(): Promise<boolean> {
    const current = await labels.revision(place);
    if (current === null || revision.value === null || current === revision.value) return false;
    conflict.value = current;
    return true;
  }

  /** False for a text that is JSON and no label at all: a list, a number. */
  const isDocument = computed(() => json.value.fault === undefined && text.value.trimStart().startsWith('{'));

  function format(): string {
    return formatJson(JSON.parse(text.value));
  }

  return {
    text,
    saved,
    revision,
    offered,
    conflict,
    isDraftLost,
    saves,
    reading,
    json,
    isDirty,
    isDocument,
    saving,
    keepDraft,
    restore,
    discard,
    format,
  };
}

export type LabelEditing = ReturnType<typeof useLabelEditing>;
