import { reactive, ref } from 'vue';
import { useAction } from '../../composables/use-action.ts';
import { useNewName } from '../editing/use-new-name.ts';
import { useUnsavedEditsStore } from '../../stores/unsaved-edits.ts';
import type { LabelDocument } from '../../domain/label-document/design-object.ts';
import { useLabelsStore } from '../../stores/labels.ts';
import { emptyLabel, type LabelSize } from './empty-label.ts';
import { TEMPLATES, type TemplateId } from './templates.ts';
import { useTemplateNeeds } from './use-template-needs.ts';

/** The starting point of a new label. */
export type Start = 'template' | 'empty' | 'copy';

const FIRST_SIZE: LabelSize = { width: 60, height: 20 };

/** The label to be created: its starting point and its name. */
export function useNewLabel(connection: string, suggestedName = '') {
  const labels = useLabelsStore();
  const unsavedEdits = useUnsavedEditsStore();
  const { needsOf, makeMissing } = useTemplateNeeds(connection);
  const start = ref<Start>('template');
  const template = ref<TemplateId>('bestBefore');
  const size = reactive({ ...FIRST_SIZE });
  const original = ref<string>();
  const name = ref(suggestedName);
  /** Whether the form was submitted without a label to copy, or without a size. */
  const isStartMissing = ref(false);
  const { nameError, newName } = useNewName(
    () => name.value,
    () => labels.items,
  );

  /** Undefined if no starting point is chosen. */
  async function begin(): Promise<LabelDocument | undefined> {
    if (start.value === 'empty') return emptyLabel(size);
    if (start.value === 'copy') return original.value === undefined ? undefined : labels.get({ connection, name: original.value });
    const chosen = TEMPLATES.find(({ id }) => id === template.value);
    if (chosen) await makeMissing(chosen);
    return chosen?.label;
  }

  /** Resolves with the label's name once it is created or queued. */
  const creation = useAction(async (wanted: string): Promise<string | undefined> => {
    const content = await begin();
    isStartMissing.value = content === undefined;
    if (!content) return undefined;
    const place = { connection, name: wanted };
    await unsavedEdits.saveOrQueue({ ...place, kind: 'label' }, { content, base: null }, () =>
      labels.put(place, content, { expected: null }),
    );
    return wanted;
  });

  async function create(): Promise<string | undefined> {
    const wanted = newName();
    return wanted === undefined ? undefined : creation.run(wanted);
  }

  return { start, template, size, original, name, nameError, isStartMissing, needsOf, creation, create };
}
