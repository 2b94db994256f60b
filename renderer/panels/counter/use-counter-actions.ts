import { shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue';
import { useI18n } from 'vue-i18n';
import type { Counter } from '#contract/api-v3/counter.ts';
import { useAction } from '../../composables/use-action.ts';
import { useConflict } from '../../composables/use-conflict.ts';
import type { FormTarget } from '../editing/use-form-load.ts';
import { useCountersStore, type CounterPlace, type CounterPut } from '../../stores/counters.ts';
import { useNoticesStore } from '../../stores/notices.ts';
import { setBack, type CounterFields, type CounterReading, type PendingSetBack } from '../../domain/counters/counter-form.ts';
import { retryWhileMoving } from '../../domain/counters/retry-while-moving.ts';

interface CounterForm {
  target: () => FormTarget | undefined;
  close: () => void;
  fields: CounterFields;
  original: Ref<CounterFields>;
  /** The content that the edit started from; null for a new counter. */
  base: ShallowRef<Counter | null>;
  form: ComputedRef<CounterReading>;
}

/**
 * Saves and deletes a counter. Printing may advance the value while the form is open or being saved: a value that was not edited is taken
 * as it is at the time of saving, so that saving another field never sets the counter back.
 */
export function useCounterActions({ target, close, fields, original, base, form }: CounterForm) {
  const { t } = useI18n();
  const counters = useCountersStore();
  const notices = useNoticesStore();
  const pending = shallowRef<PendingSetBack>();
  const { saveOver, ...editConflict } = useConflict(base, counters.get);

  async function write(place: CounterPlace, counter: Counter, how: CounterPut): Promise<void> {
    await counters.put(place, counter, how);
    pending.value = undefined;
    notices.show(t('counters.saved', { name: place.name }));
    close();
  }

  async function change(place: CounterPlace, reason?: string): Promise<void> {
    const seen = base.value;
    await retryWhileMoving({ read: () => counters.get(place), seen, movingField: 'value' }, async (now, { expected, isOnlyMoved }) => {
      if (fields.value === original.value.value) fields.value = original.value.value = String(now.value);
      const { counter } = form.value;
      const kind = counter && isOnlyMoved && reason === undefined ? setBack(now, counter) : undefined;
      if (counter && !kind) await write(place, counter, { expected, reason });
      else pending.value = counter && kind && { kind, from: now, to: counter };
    });
  }

  async function save(place: CounterPlace, reason?: string): Promise<void> {
    const mine = () => form.value.counter;
    await saveOver(place, mine, () => change(place, reason));
    // One dialog at a time: the conflict comes first.
    if (editConflict.conflict.value) pending.value = undefined;
  }

  const saving = useAction(async (place: CounterPlace, counter: Counter) => {
    if (target()?.name === undefined) await write(place, counter, { expected: null });
    else await save(place);
  });

  const confirming = useAction(async (reason: string) => {
    const at = target();
    if (at?.name !== undefined && pending.value) await save({ connection: at.connection, name: at.name }, reason);
  });

  const removal = useAction(async (reason?: string) => {
    const at = target();
    if (at?.name === undefined) return;
    await counters.remove({ connection: at.connection, name: at.name }, reason ?? '');
    notices.show(t('counters.removed', { name: at.name }));
    close();
  });

  return { ...editConflict, pending, saving, confirming, removal };
}
