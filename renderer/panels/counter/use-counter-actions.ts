import { shallowRef, type ComputedRef, type Ref } from 'vue';
import { useI18n } from 'vue-i18n';
import type { Counter } from '#contract/api-v3/counter.ts';
import { useAction } from '../../composables/use-action.ts';
import type { FormTarget } from '../../composables/use-form-reading.ts';
import { useCountersStore, type CounterPlace } from '../../stores/counters.ts';
import { useNoticesStore } from '../../stores/notices.ts';
import { setBack, type CounterFields, type CounterReading, type SetBack } from './counter-form.ts';

/** A change that waits for a person's word, because values may be printed twice. */
export interface PendingSetBack {
  kind: SetBack;
  from: Counter;
  to: Counter;
}

interface CounterForm {
  target: () => FormTarget | undefined;
  close: () => void;
  fields: CounterFields;
  original: Ref<CounterFields>;
  form: ComputedRef<CounterReading>;
}

/**
 * Saves and deletes a counter. The line may print while the form is open: a value that nobody typed over is taken as it is at the
 * moment of saving, so that saving another field never sets the counter back.
 */
export function useCounterActions({ target, close, fields, original, form }: CounterForm) {
  const { t } = useI18n();
  const counters = useCountersStore();
  const notices = useNoticesStore();
  const pending = shallowRef<PendingSetBack>();

  async function write(place: CounterPlace, counter: Counter, reason?: string): Promise<void> {
    await counters.put(place, counter, reason);
    pending.value = undefined;
    notices.say(t('counters.saved', { name: place.name }));
    close();
  }

  async function change(place: CounterPlace): Promise<void> {
    const present = await counters.get(place);
    if (fields.value === original.value.value) fields.value = original.value.value = String(present.value);
    const { counter } = form.value;
    if (!counter) return;
    const kind = setBack(present, counter);
    if (kind) pending.value = { kind, from: present, to: counter };
    else await write(place, counter);
  }

  const saving = useAction(async (place: CounterPlace, isNew: boolean) => {
    if (!isNew) await change(place);
    else if (form.value.counter) await write(place, form.value.counter);
  });

  const confirming = useAction(async (reason: string) => {
    const at = target();
    if (at?.name !== undefined && pending.value) await write({ connection: at.connection, name: at.name }, pending.value.to, reason);
  });

  const removal = useAction(async (reason?: string) => {
    const at = target();
    if (at?.name === undefined) return;
    await counters.remove({ connection: at.connection, name: at.name }, reason ?? '');
    notices.say(t('counters.removed', { name: at.name }));
    close();
  });

  return { pending, saving, confirming, removal };
}
