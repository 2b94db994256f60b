import { computed, reactive, ref, toRaw, watch } from 'vue';
import { useI18n } from 'vue-i18n';
import { promptFault } from '#contract/api-v3/prompt.ts';
import type { Variable } from '#contract/api-v3/variable.ts';
import { variableErrorAt } from '../../composables/variable-error-at.ts';
import { nameFault, type NameFault } from '../../composables/name-fault.ts';
import { useAction } from '../../composables/use-action.ts';
import { useFormReading, type FormTarget } from '../../composables/use-form-reading.ts';
import { useNoticesStore } from '../../stores/notices.ts';
import { useVariablesStore } from '../../stores/variables.ts';
import { ANY_TEXT, promptFields, readPrompt } from './prompt-form.ts';

const EMPTY = { name: '', value: '', description: '', userEdit: false, pinned: false, prompt: ANY_TEXT };

/** The form of one variable, read anew whenever `target` says that it is open. A failed save keeps every field as it was typed. */
export function useVariableForm(target: () => FormTarget | undefined, close: () => void) {
  const variables = useVariablesStore();
  const fields = reactive(structuredClone(EMPTY));
  const original = ref(EMPTY);
  const nameError = ref<NameFault>();
  const { saving, removal } = useVariableActions(target, close);

  const { isReady, reading } = useFormReading({
    target,
    create: (): Variable => ({ value: '', description: '', userEdit: false, pinned: false }),
    read: (place, signal) => variables.get(place, signal),
    fill: ({ prompt, ...rest }, { name = '' }) => {
      original.value = { name, ...rest, prompt: promptFields(prompt) };
      Object.assign(fields, structuredClone(toRaw(original.value)));
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

  const isDirty = computed(() => isReady.value && JSON.stringify(fields) !== JSON.stringify(original.value));
  const prompt = computed(() => readPrompt(fields.prompt));
  const isReadable = computed(() => Object.keys(prompt.value.faults).length === 0);
  /** The value is refused as the controller refuses it. */
  const valueError = computed(
    () => (prompt.value.prompt && promptFault(prompt.value.prompt, fields.value)) ?? variableErrorAt(saving.problem.value, '/value'),
  );

  async function save(): Promise<void> {
    const at = target();
    if (!at) return;
    const { value, description, userEdit, pinned } = fields;
    const name = at.name ?? fields.name.trim().normalize('NFC');
    if (at.name === undefined) nameError.value = nameFault(name, variables.items ?? []);
    if (nameError.value || !isReadable.value) return;
    const { prompt: read } = prompt.value;
    await saving.run({ connection: at.connection, name }, { value, description, userEdit, pinned, ...(read && { prompt: read }) });
  }

  return { fields, nameError, isReady, isDirty, reading, saving, removal, save, prompt, isReadable, valueError };
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
