import { shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue';
import { useI18n } from 'vue-i18n';
import type { Counter } from '#contract/api-v3/counter.ts';
import { useAction } from '../../composables/use-action.ts';
import { useConflict } from '../../composables/use-conflict.ts';
import type { FormTarget } from '../../composables/use-form-reading.ts';
import { useCountersStore, type CounterPlace, type CounterPut } from '../../stores/counters.ts';
import { useNoticesStore } from '../../stores/notices.ts';
import { setBack, type CounterFields, type CounterReading, type SetBack } from './counter-form.ts';
import { whileLineMoves } from './while-line-moves.ts';

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
  /** What the person began from; null for a new one. */
  base: ShallowRef<Counter | null>;
  form: ComputedRef<CounterReading>;
}

/**
 * Saves and deletes a counter. The line may print while the form is open, and while it is saved: a value that nobody typed over is taken as it is
 * at the moment of saving, and nothing is saved over a later one, so that saving another field never sets the counter back.
 */
export function useCounterActions({ target, close, fields, original, base, form }: CounterForm) {
  const { t } = useI18n();
  const counters = useCountersStore();
  const notices = useNoticesStore();
  const pending = shallowRef<PendingSetBack>();
  const { saveOver, ...asked } = useConflict(base, counters.get);

  async function write(place: CounterPlace, counter: Counter, how: CounterPut): Promise<void> {
    await counters.put(place, counter, how);
    pending.value = undefined;
    notices.say(t('counters.saved', { name: place.name }));
    close();
  }

  async function change(place: CounterPlace, reason?: string): Promise<void> {
    const seen = base.value;
    await whileLineMoves({ read: () => counters.get(place), seen, moving: 'value' }, async (now, { over, isStill }) => {
      if (fields.value === original.value.value) fields.value = original.value.value = String(now.value);
      const { counter } = form.value;
      const kind = counter && isStill && reason === undefined ? setBack(now, counter) : undefined;
      if (counter && !kind) await write(place, counter, { over, reason });
      else pending.value = counter && kind && { kind, from: now, to: counter };
    });
  }

  async function save(place: CounterPlace, reason?: string): Promise<void> {
    const mine = () => form.value.counter;
    await saveOver(place, mine, () => change(place, reason));
    // One question after the other: what somebody else saved comes first.
    if (asked.conflict.value) pending.value = undefined;
  }

  const saving = useAction(async (place: CounterPlace, counter: Counter) => {
    if (target()?.name === undefined) await write(place, counter, { over: null });
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
    notices.say(t('counters.removed', { name: at.name }));
    close();
  });

  return { ...asked, pending, saving, confirming, removal };
}
