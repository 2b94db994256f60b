import { reactive, ref } from 'vue';
import { useAction } from '../../../composables/use-action.ts';
import { useNewName } from '../../../composables/use-new-name.ts';
import { useDraftsStore } from '../../../stores/drafts.ts';
import { useLabelsStore, type LabelDocument } from '../../../stores/labels.ts';
import { emptyLabel, type LabelSize } from './empty-label.ts';
import { TEMPLATES, type TemplateId } from './templates.ts';
import { useTemplateNeeds } from './use-template-needs.ts';

/** What a new label begins with. */
export type Start = 'template' | 'empty' | 'copy';

const FIRST_SIZE: LabelSize = { width: 60, height: 20 };

/** A label that is to be made: what it begins with, and its name. */
export function useNewLabel(connection: string) {
  const labels = useLabelsStore();
  const drafts = useDraftsStore();
  const { needsOf, makeMissing } = useTemplateNeeds(connection);
  const start = ref<Start>('template');
  const template = ref<TemplateId>('bestBefore');
  const size = reactive({ ...FIRST_SIZE });
  const original = ref<string>();
  const name = ref('');
  /** Whether somebody tried to go on without choosing what is copied, or a size. */
  const isStartMissing = ref(false);
  const { nameError, newName } = useNewName(
    () => name.value,
    () => labels.items,
  );

  /** Undefined where it is not said what to begin with. */
  async function begin(): Promise<LabelDocument | undefined> {
    if (start.value === 'empty') return emptyLabel(size);
    if (start.value === 'copy') return original.value === undefined ? undefined : labels.get({ connection, name: original.value });
    const chosen = TEMPLATES.find(({ id }) => id === template.value);
    if (chosen) await makeMissing(chosen);
    return chosen?.label;
  }

  /** The name of the label once it is made, or kept for its controller's return. */
  const creation = useAction(async (wanted: string): Promise<string | undefined> => {
    const content = await begin();
    isStartMissing.value = content === undefined;
    if (!content) return undefined;
    const place = { connection, name: wanted };
    await drafts.saveOrKeep({ ...place, kind: 'label' }, { content, base: null }, () => labels.put(place, content, null));
    return wanted;
  });

  async function create(): Promise<string | undefined> {
    const wanted = newName();
    return wanted === undefined ? undefined : creation.run(wanted);
  }

  return { start, template, size, original, name, nameError, isStartMissing, needsOf, creation, create };
}
