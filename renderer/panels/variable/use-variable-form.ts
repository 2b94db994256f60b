import { computed, reactive, ref, shallowRef } from 'vue';
import { promptFault } from '#contract/api-v3/prompt.ts';
import type { Variable } from '#contract/api-v3/variable.ts';
import { findVariableError } from '../../domain/problems/variable-error.ts';
import { useUnsavedEdit } from '../editing/use-unsaved-edit.ts';
import { useFormLoad, type FormTarget } from '../editing/use-form-load.ts';
import { useNewName } from '../editing/use-new-name.ts';
import { useResourceActions } from '../editing/use-resource-actions.ts';
import { asNew, useUnsavedEditsStore, type OpenedEdit } from '../../stores/unsaved-edits.ts';
import { useVariablesStore } from '../../stores/variables.ts';
import { ANY_TEXT, promptFields, readPrompt } from './prompt-form.ts';

const NEW: Variable = { value: '', description: '', userEdit: false, pinned: false };
const EMPTY = { name: '', value: '', description: '', userEdit: false, pinned: false, prompt: ANY_TEXT };

/** The form of one variable, loaded whenever `target` returns a new target. A failed save leaves the fields unchanged. */
export function useVariableForm(target: () => FormTarget | undefined, close: () => void) {
  const variables = useVariablesStore();
  const unsavedEdits = useUnsavedEditsStore();
  const fields = reactive(structuredClone(EMPTY));
  const original = ref(EMPTY);
  const { nameError, nameFor, firstName } = useNewName(
    () => fields.name,
    () => variables.items,
  );
  const base = shallowRef<Variable | null>(null);
  const actions = useResourceActions(variables, { namespace: 'variables', target, base, close });
  const { saving, removal, dismiss } = actions;

  const { isReady, reading } = useFormLoad({
    target,
    create: (): OpenedEdit<Variable> => ({ value: NEW, original: NEW, base: null }),
    read: (place, signal) => unsavedEdits.open({ ...place, kind: 'variable' }, () => variables.get(place, signal)),
    copy: asNew,
    fill: (opened, at) => {
      const name = firstName(at);
      base.value = opened.base;
      original.value = fieldsOf(name, opened.original);
      Object.assign(fields, fieldsOf(name, opened.value));
    },
    reset: () => {
      nameError.value = undefined;
      dismiss();
      saving.reset();
      removal.reset();
    },
  });

  const isDirty = computed(() => isReady.value && JSON.stringify(fields) !== JSON.stringify(original.value));
  const prompt = computed(() => readPrompt(fields.prompt));
  const isReadable = computed(() => Object.keys(prompt.value.faults).length === 0);
  /** The value is checked by the controller's rules. */
  const valueError = computed(
    () => (prompt.value.prompt && promptFault(prompt.value.prompt, fields.value)) ?? findVariableError(saving.problem.value, '/value'),
  );

  const content = (): Variable => variableOf(fields, prompt.value.prompt);

  const unsavedEdit = useUnsavedEdit({
    place: () => {
      const { connection, name } = target() ?? {};
      return connection !== undefined && name !== undefined && isReady.value ? { connection, kind: 'variable', name } : undefined;
    },
    written: () => JSON.stringify(fields),
    content: () => (isReadable.value ? { ...content() } : undefined),
    base: () => base.value && { ...base.value },
    isDirty: () => isDirty.value,
  });

  async function save(): Promise<void> {
    const at = target();
    const name = at && nameFor(at);
    if (at && name !== undefined && isReadable.value) await saving.run({ connection: at.connection, name }, content());
  }

  return { ...actions, fields, nameError, isReady, isDirty, reading, save, prompt, isReadable, valueError, unsavedEdit };
}

function variableOf({ value, description, userEdit, pinned }: typeof EMPTY, prompt: Variable['prompt']): Variable {
  return { value, description, userEdit, pinned, ...(prompt && { prompt }) };
}

function fieldsOf(name: string, { prompt, ...rest }: Variable) {
  return { name, ...rest, prompt: { ...promptFields(prompt) } };
}
