import { computed, reactive, ref, shallowRef } from 'vue';
import type { ShiftCode } from '#contract/api-v3/shift-code.ts';
import { useFormLoad, type FormTarget } from '../editing/use-form-load.ts';
import { useNewName } from '../editing/use-new-name.ts';
import { useResourceActions } from '../editing/use-resource-actions.ts';
import { asNew, useUnsavedEditsStore, type OpenedEdit } from '../../stores/unsaved-edits.ts';
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

/** The form of one shift code, loaded whenever `target` returns a new target. A failed save leaves the fields unchanged. */
export function useShiftCodeForm(target: () => FormTarget | undefined, close: () => void) {
  const shiftCodes = useShiftCodesStore();
  const unsavedEdits = useUnsavedEditsStore();
  const fields = reactive({ name: '', description: '', rows: [] as ShiftFields[] });
  const original = ref('');

  const { nameError, nameFor, firstName } = useNewName(
    () => fields.name,
    () => shiftCodes.items,
  );
  const base = shallowRef<ShiftCode | null>(null);
  const actions = useResourceActions(shiftCodes, { namespace: 'shiftCodes', target, base, close });
  const { saving, removal, dismiss } = actions;

  const { isReady, reading } = useFormLoad({
    target,
    create: (): OpenedEdit<ShiftCode> => ({ value: NEW, original: NEW, base: null }),
    read: (place, signal) => unsavedEdits.open({ ...place, kind: 'shiftCode' }, () => shiftCodes.get(place, signal)),
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
