import { computed, ref, shallowRef } from 'vue';
import type { LabelDocument } from '../../domain/label-document/design-object.ts';
import { formatJson } from '../../domain/json/format-json.ts';
import { readJsonText } from '../../domain/json/json-positions.ts';

/** The version of the label format that this page supports. */
const LABEL_FORMAT = 3;

/** The text of a label, compared with the controller's. */
export function useLabelText() {
  const text = ref('');
  const savedText = ref('');
  /** The label on the controller; undefined until it has been read. */
  const saved = shallowRef<LabelDocument>();
  /** Its version number; null if the controller reports none. */
  const revision = ref<number | null>(null);

  const json = computed(() => readJsonText(text.value));
  const isDirty = computed(() => text.value !== savedText.value);
  /** False for JSON that is not an object, such as a list or number. */
  const isDocument = computed(() => json.value.fault === undefined && text.value.trimStart().startsWith('{'));

  /** The text as a document; undefined if it is not one. */
  const document = computed(() => (isDocument.value ? (JSON.parse(text.value) as LabelDocument) : undefined));

  /** The label has the format of a later version of Strobe, which this page must not change. */
  const isNewer = computed(() => typeof saved.value?.['format'] === 'number' && saved.value['format'] > LABEL_FORMAT);

  /** Replaces the text with the controller's label. */
  function take(document: LabelDocument, versionNumber: number | null): void {
    saved.value = document;
    savedText.value = text.value = formatJson(document);
    revision.value = versionNumber;
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
