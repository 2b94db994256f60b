import { computed, reactive, ref, shallowRef } from 'vue';
import type { ShiftCode } from '#contract/api-v3/shift-code.ts';
import { useFormReading, type FormTarget } from '../../composables/use-form-reading.ts';
import { useNewName } from '../../composables/use-new-name.ts';
import { useResourceActions } from '../../composables/use-resource-actions.ts';
import { asNew, useDraftsStore, type OpenedWork } from '../../stores/drafts.ts';
import { useShiftCodesStore } from '../../stores/shift-codes.ts';
import { readShifts, shiftFields, type ShiftFields } from './shift-code-form.ts';

const NEW: ShiftCode = {
  shifts: [
    { offset: 360, code: 'A' },
    { offset: 840, code: 'B' },
    { offset: 1320, code: 'C' },
  ],
  description: '',
};

/** The form of one shift code, read anew whenever `target` says that it is open. A failed save keeps every field as it was typed. */
export function useShiftCodeForm(target: () => FormTarget | undefined, close: () => void) {
  const shiftCodes = useShiftCodesStore();
  const drafts = useDraftsStore();
  const fields = reactive({ name: '', description: '', rows: [] as ShiftFields[] });
  const original = ref('');

  const { nameError, nameFor, firstName } = useNewName(
    () => fields.name,
    () => shiftCodes.items,
  );
  const base = shallowRef<ShiftCode | null>(null);
  const actions = useResourceActions(shiftCodes, { words: 'shiftCodes', target, base, close });
  const { saving, removal, dismiss } = actions;

  const { isReady, reading } = useFormReading({
    target,
    create: (): OpenedWork<ShiftCode> => ({ value: NEW, original: NEW, base: null }),
    read: (place, signal) => drafts.open({ ...place, kind: 'shiftCode' }, () => shiftCodes.get(place, signal)),
    copy: asNew,
    fill: (opened, at) => {
      const { shifts, description } = opened.value;
      base.value = opened.base;
      Object.assign(fields, { name: firstName(at), description, rows: shiftFields(shifts) });
      original.value = JSON.stringify(fields);
    },
    reset: () => {
      nameError.value = undefined;
      dismiss();
      saving.reset();
      removal.reset();
    },
  });

  const form = computed(() => readShifts(fields.rows, fields.description));
  const isDirty = computed(() => isReady.value && JSON.stringify(fields) !== original.value);

  function add(): void {
    fields.rows.push({ id: 1 + Math.max(-1, ...fields.rows.map(({ id }) => id)), time: '', code: '' });
  }

  function drop(id: number): void {
    fields.rows = fields.rows.filter((row) => row.id !== id);
  }

  async function save(): Promise<void> {
    const at = target();
    if (!at) return;
    const name = nameFor(at);
    if (name !== undefined && form.value.shiftCode) await saving.run({ connection: at.connection, name }, form.value.shiftCode);
  }

  return { ...actions, fields, nameError, isReady, isDirty, reading, form, add, drop, save };
}
