import { computed, reactive, ref, shallowRef } from 'vue';
import { useI18n } from 'vue-i18n';
import type { Counter } from '#contract/api-v3/counter.ts';
import { useFormLoad, type FormTarget } from '../editing/use-form-load.ts';
import { useNewName } from '../editing/use-new-name.ts';
import { useCountersStore } from '../../stores/counters.ts';
import {
  atStart,
  counterFields,
  NEW_COUNTER,
  readCounter,
  type CounterField,
  type CounterFields,
} from '../../domain/counters/counter-form.ts';
import { useCounterActions } from './use-counter-actions.ts';

/** The form of one counter, loaded whenever `target` returns a new target. A failed save leaves the fields unchanged. */
export function useCounterForm(target: () => FormTarget | undefined, close: () => void) {
  const { t } = useI18n();
  const counters = useCountersStore();
  const name = ref('');
  const originalName = ref('');
  const fields = reactive<CounterFields>(counterFields(NEW_COUNTER));
  const original = ref<CounterFields>(counterFields(NEW_COUNTER));
  const { nameError, nameFor, firstName } = useNewName(
    () => name.value,
    () => counters.items,
  );
  const isChecked = ref(false);
  const form = computed(() => readCounter(fields));
  const base = shallowRef<Counter | null>(null);
  const actions = useCounterActions({ target, close, fields, original, base, form });
  const { pending, saving, confirming, removal, dismiss } = actions;

  const { isReady, reading } = useFormLoad({
    target,
    create: () => NEW_COUNTER,
    read: (place, signal) => counters.get(place, signal),
    copy: atStart,
    fill: (found, at) => {
      name.value = originalName.value = firstName(at);
      base.value = at.name === undefined ? null : found;
      original.value = counterFields(found);
      Object.assign(fields, original.value);
    },
    reset: () => {
      isChecked.value = false;
      nameError.value = pending.value = undefined;
      dismiss();
      for (const action of [saving, confirming, removal]) action.reset();
    },
  });

  const isDirty = computed(() => {
    const isNamed = target()?.name === undefined && name.value !== originalName.value;
    return isReady.value && (isNamed || (Object.keys(fields) as CounterField[]).some((field) => fields[field] !== original.value[field]));
  });

  /** The error at a field: for an edited field at once, for the others after the first attempt to save. */
  function errorAt(field: CounterField): string | undefined {
    const fault = form.value.faults?.[field];
    if (fault && (isChecked.value || fields[field] !== original.value[field])) return t(`counters.faults.${fault.key}`, fault.params);
    const errors = saving.problem.value?.errors ?? [];
    return errors.find(({ pointer }) => pointer === `/${field}` || pointer === `/counter/${field}`)?.detail;
  }

  async function save(): Promise<void> {
    const at = target();
    if (!at) return;
    isChecked.value = true;
    const wanted = nameFor(at);
    if (wanted !== undefined && form.value.counter) await saving.run({ connection: at.connection, name: wanted }, form.value.counter);
  }

  return { ...actions, name, fields, nameError, isReady, isDirty, reading, form, save, errorAt };
}
