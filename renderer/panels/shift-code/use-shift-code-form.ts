import { computed, reactive, ref, watch } from 'vue';
import { useI18n } from 'vue-i18n';
import type { ShiftCode } from '#contract/api-v3/shift-code.ts';
import { nameFault, type NameFault } from '../../composables/name-fault.ts';
import { useAction } from '../../composables/use-action.ts';
import { useFormReading, type FormTarget } from '../../composables/use-form-reading.ts';
import { useNoticesStore } from '../../stores/notices.ts';
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
  const { t } = useI18n();
  const shiftCodes = useShiftCodesStore();
  const notices = useNoticesStore();
  const fields = reactive({ name: '', description: '', rows: [] as ShiftFields[] });
  const original = ref('');
  const nameError = ref<NameFault>();

  const saving = useAction(async (...[place, shiftCode]: Parameters<typeof shiftCodes.put>) => {
    await shiftCodes.put(place, shiftCode);
    notices.say(t('shiftCodes.saved', { name: place.name }));
    close();
  });
  const removal = useAction(async () => {
    const at = target();
    if (at?.name === undefined) return;
    await shiftCodes.remove({ connection: at.connection, name: at.name });
    notices.say(t('shiftCodes.removed', { name: at.name }));
    close();
  });
  const { isReady, reading } = useFormReading({
    target,
    create: () => NEW,
    read: (place, signal) => shiftCodes.get(place, signal),
    fill: ({ shifts, description }, { name = '' }) => {
      Object.assign(fields, { name, description, rows: shiftFields(shifts) });
      original.value = JSON.stringify(fields);
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
    const name = at.name ?? fields.name.trim().normalize('NFC');
    if (at.name === undefined) nameError.value = nameFault(name, shiftCodes.items ?? []);
    if (!nameError.value && form.value.shiftCode) await saving.run({ connection: at.connection, name }, form.value.shiftCode);
  }

  return { fields, nameError, isReady, isDirty, reading, form, saving, removal, add, drop, save };
}
