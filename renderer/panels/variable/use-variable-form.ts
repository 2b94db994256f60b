import { computed, reactive, ref, watch } from 'vue';
import { useI18n } from 'vue-i18n';
import type { Prompt } from '#contract/api-v3/prompt.ts';
import type { Variable } from '#contract/api-v3/variable.ts';
import { nameFault, type NameFault } from '../../composables/name-fault.ts';
import { useAction } from '../../composables/use-action.ts';
import { useFormReading, type FormTarget } from '../../composables/use-form-reading.ts';
import { useNoticesStore } from '../../stores/notices.ts';
import { useVariablesStore } from '../../stores/variables.ts';

const EMPTY = { name: '', value: '', description: '', userEdit: false, pinned: false };
const FIELDS = ['name', 'value', 'description', 'userEdit', 'pinned'] as const;

/** The form of one variable, read anew whenever `target` says that it is open. A failed save keeps every field as it was typed. */
export function useVariableForm(target: () => FormTarget | undefined, close: () => void) {
  const variables = useVariablesStore();
  const fields = reactive({ ...EMPTY });
  const original = ref({ ...EMPTY });
  const prompt = ref<Prompt>();
  const nameError = ref<NameFault>();
  const { saving, removal } = useVariableActions(target, close);

  const { isReady, reading } = useFormReading({
    target,
    create: (): Variable => ({ value: '', description: '', userEdit: false, pinned: false }),
    read: (place, signal) => variables.get(place, signal),
    fill: (found, { name = '' }) => {
      const { prompt: foundPrompt, ...rest } = found;
      prompt.value = foundPrompt;
      original.value = { name, ...rest };
      Object.assign(fields, original.value);
    },
    reset: () => {
      nameError.value = undefined;
      saving.reset();
      removal.reset();
    },
  });
  watch(
    () => fields.name,
    () => (nameError.value = undefined),
  );

  const isDirty = computed(() => isReady.value && FIELDS.some((field) => fields[field] !== original.value[field]));

  async function save(): Promise<void> {
    const at = target();
    if (!at) return;
    const { value, description, userEdit, pinned } = fields;
    const name = at.name ?? fields.name.trim().normalize('NFC');
    if (at.name === undefined) nameError.value = nameFault(name, variables.items ?? []);
    if (!nameError.value)
      await saving.run(
        { connection: at.connection, name },
        { value, description, userEdit, pinned, ...(prompt.value && { prompt: prompt.value }) },
      );
  }

  /** What the controller refused at a field of the last save. The station names the body `/variable`. */
  function errorAt(pointer: string): string | undefined {
    const errors = saving.problem.value?.errors ?? [];
    return errors.find((error) => error.pointer === pointer || error.pointer === `/variable${pointer}`)?.detail;
  }

  return { fields, nameError, isReady, isDirty, reading, saving, removal, save, errorAt };
}

function useVariableActions(target: () => FormTarget | undefined, close: () => void) {
  const { t } = useI18n();
  const variables = useVariablesStore();
  const notices = useNoticesStore();

  const saving = useAction(async (...[place, variable]: Parameters<typeof variables.put>) => {
    await variables.put(place, variable);
    notices.say(t('variables.saved', { name: place.name }));
    close();
  });
  const removal = useAction(async () => {
    const at = target();
    if (at?.name === undefined) return;
    await variables.remove({ connection: at.connection, name: at.name });
    notices.say(t('variables.removed', { name: at.name }));
    close();
  });
  return { saving, removal };
}
