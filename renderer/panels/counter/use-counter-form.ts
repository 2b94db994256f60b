import { computed, reactive, ref, shallowRef, watch } from 'vue';
import { useI18n } from 'vue-i18n';
import type { Counter } from '#contract/api-v3/counter.ts';
import { nameFault, type NameFault } from '../../composables/name-fault.ts';
import { useAction } from '../../composables/use-action.ts';
import { useLoad } from '../../composables/use-load.ts';
import { useCountersStore } from '../../stores/counters.ts';
import { useNoticesStore } from '../../stores/notices.ts';
import { counterFields, NEW_COUNTER, readCounter, setBack, type CounterField, type CounterFields, type SetBack } from './counter-form.ts';

/** A change that waits for a person's word, because values may be printed twice. */
export interface Pending {
  kind: SetBack;
  from: Counter;
  to: Counter;
}

/**
 * The form of one counter, read anew whenever `target` says that it is open. The line may print while the form is open: a value that
 * nobody typed over is taken as it is at the moment of saving, so that saving another field never sets the counter back.
 */
export function useCounterForm(target: () => { connection: string; name: string | undefined } | undefined, close: () => void) {
  const { t } = useI18n();
  const counters = useCountersStore();
  const notices = useNoticesStore();
  const name = ref('');
  const fields = reactive<CounterFields>(counterFields(NEW_COUNTER));
  const original = ref<CounterFields>(counterFields(NEW_COUNTER));
  const nameError = ref<NameFault>();
  const isReady = ref(false);
  const isChecked = ref(false);
  const pending = shallowRef<Pending>();

  const reading = useLoad(
    async (signal) => {
      const at = target();
      if (!at) return undefined;
      return at.name === undefined ? { ...NEW_COUNTER } : await counters.get({ ...at, name: at.name }, signal);
    },
    [() => target()?.connection, () => target()?.name, () => target() !== undefined],
  );
  watch(
    () => target() !== undefined,
    () => {
      isReady.value = isChecked.value = false;
      nameError.value = undefined;
      pending.value = undefined;
      saving.reset();
      removal.reset();
    },
  );
  watch(reading.value, (found) => {
    if (!found) return;
    name.value = target()?.name ?? '';
    original.value = counterFields(found);
    Object.assign(fields, original.value);
    isReady.value = true;
  });
  watch(name, () => (nameError.value = undefined));

  const form = computed(() => readCounter(fields));
  const isDirty = computed(() => {
    const isNamed = target()?.name === undefined && name.value !== '';
    return isReady.value && (isNamed || (Object.keys(fields) as CounterField[]).some((field) => fields[field] !== original.value[field]));
  });

  /** What is wrong at a field: as it is typed for what was typed over, for every field once a save was tried. */
  function errorAt(field: CounterField): string | undefined {
    const fault = form.value.faults?.[field];
    if (fault && (isChecked.value || fields[field] !== original.value[field])) return t(`counters.faults.${fault.key}`, fault.params);
    const errors = saving.problem.value?.errors ?? [];
    return errors.find(({ pointer }) => pointer === `/${field}` || pointer === `/counter/${field}`)?.detail;
  }

  async function write(at: { connection: string; name: string }, counter: Counter): Promise<void> {
    await counters.put(at, counter);
    pending.value = undefined;
    notices.say(t('counters.saved', { name: at.name }));
    close();
  }

  const saving = useAction(async (at: { connection: string; name: string }, isNew: boolean) => {
    if (isNew) {
      if (form.value.counter) await write(at, form.value.counter);
      return;
    }
    const present = await counters.get(at);
    if (fields.value === original.value.value) fields.value = original.value.value = String(present.value);
    const { counter } = form.value;
    if (!counter) return;
    const kind = setBack(present, counter);
    if (kind) pending.value = { kind, from: present, to: counter };
    else await write(at, counter);
  });

  const confirming = useAction(async () => {
    const at = target();
    if (at?.name !== undefined && pending.value) await write({ ...at, name: at.name }, pending.value.to);
  });

  const removal = useAction(async () => {
    const at = target();
    if (at?.name === undefined) return;
    await counters.remove({ connection: at.connection, name: at.name });
    notices.say(t('counters.removed', { name: at.name }));
    close();
  });

  async function save(): Promise<void> {
    const at = target();
    if (!at) return;
    isChecked.value = true;
    const wanted = at.name ?? name.value.trim().normalize('NFC');
    nameError.value = at.name === undefined ? nameFault(wanted, counters.items ?? []) : undefined;
    if (!nameError.value && form.value.counter) await saving.run({ connection: at.connection, name: wanted }, at.name === undefined);
  }

  return { name, fields, nameError, isReady, isDirty, reading, form, pending, saving, confirming, removal, save, errorAt };
}
