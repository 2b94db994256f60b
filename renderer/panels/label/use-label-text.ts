import { computed, ref, shallowRef } from 'vue';
import type { LabelDocument } from '../../stores/labels.ts';
import { formatJson } from './format-json.ts';
import { readJsonText } from './json-text.ts';

/** The version of the label language that is spoken here. */
const LABEL_FORMAT = 3;

/** The text of a label beside what the controller has. */
export function useLabelText() {
  const text = ref('');
  const savedText = ref('');
  /** The label as the controller has it; undefined until it was read. */
  const saved = shallowRef<LabelDocument>();
  /** Its revision; null where the controller tells none. */
  const revision = ref<number | null>(null);

  const json = computed(() => readJsonText(text.value));
  const isDirty = computed(() => text.value !== savedText.value);
  /** False for a text that is JSON and no label at all: a list, a number. */
  const isDocument = computed(() => json.value.fault === undefined && text.value.trimStart().startsWith('{'));

  /** The text as a document, or undefined for what is none. */
  const document = computed(() => (isDocument.value ? (JSON.parse(text.value) as LabelDocument) : undefined));

  /** The controller has a label of a later version of Strobe: what is not known here must not be changed. */
  const isNewer = computed(() => typeof saved.value?.['format'] === 'number' && saved.value['format'] > LABEL_FORMAT);

  /** Takes what the controller has, in place of any text. */
  function take(document: LabelDocument, known: number | null): void {
    saved.value = document;
    savedText.value = text.value = formatJson(document);
    revision.value = known;
  }

  function write(next: string): void {
    text.value = next;
  }

  function format(): string {
    return formatJson(JSON.parse(text.value));
  }

  return { text, savedText, saved, revision, json, isDirty, isDocument, isNewer, document, take, write, format };
}

export type LabelTextState = ReturnType<typeof useLabelText>;
