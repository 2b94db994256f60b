import { computed, reactive, ref, toRaw } from 'vue';
import { promptFault } from '#contract/api-v3/prompt.ts';
import type { Variable } from '#contract/api-v3/variable.ts';
import { variableErrorAt } from '../../composables/variable-error-at.ts';
import { useFormReading, type FormTarget } from '../../composables/use-form-reading.ts';
import { useNewName } from '../../composables/use-new-name.ts';
import { useResourceActions } from '../../composables/use-resource-actions.ts';
import { useVariablesStore } from '../../stores/variables.ts';
import { ANY_TEXT, promptFields, readPrompt } from './prompt-form.ts';

const EMPTY = { name: '', value: '', description: '', userEdit: false, pinned: false, prompt: ANY_TEXT };

/** The form of one variable, read anew whenever `target` says that it is open. A failed save keeps every field as it was typed. */
export function useVariableForm(target: () => FormTarget | undefined, close: () => void) {
  const variables = useVariablesStore();
  const fields = reactive(structuredClone(EMPTY));
  const original = ref(EMPTY);
  const { nameError, nameFor } = useNewName(
    () => fields.name,
    () => variables.items,
  );
  const { saving, removal } = useResourceActions(variables, { words: 'variables', target, close });

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
    const name = nameFor(at);
    if (name === undefined || !isReadable.value) return;
    const { prompt: read } = prompt.value;
    await saving.run({ connection: at.connection, name }, { value, description, userEdit, pinned, ...(read && { prompt: read }) });
  }

  return { fields, nameError, isReady, isDirty, reading, saving, removal, save, prompt, isReadable, valueError };
}
