import { computed, reactive, ref, shallowRef, watch } from 'vue';
import type { LabelMessage } from '#contract/api-v3/device-message.ts';
import { useAction } from '../../composables/use-action.ts';
import {
  labelMessageOf,
  messageFormOf,
  nameFault,
  newRow,
  pointersIn,
  type FieldRow,
  type MessageForm,
} from '../../domain/device-messages/message-form.ts';
import { usePrintersStore } from '../../stores/printers.ts';
import type { PrinterName } from '../../stores/printing.ts';

export type RowFault = 'fieldMissing' | 'fieldTwice' | 'objectMissing';

interface Edited {
  place: PrinterName;
  /** The label's message as the person saw it; undefined for a label without one. */
  seen: LabelMessage | undefined;
  /** The chosen label; empty until one is chosen. */
  label: () => string;
  onSaved: () => void;
}

/** Edits the message of one label on a printer that draws on board. */
export function useMessageForm({ place, seen, label, onSaved }: Edited) {
  const printers = usePrintersStore();
  const form = reactive<MessageForm>(seen ? messageFormOf(seen) : { message: '', rows: [newRow()] });
  const isChecked = ref(false);
  /** Whether the form has changed since the controller found faults in it. */
  const isChanged = ref(false);
  const base = shallowRef(seen);
  /** The message that another person has given to the label meanwhile; null if they removed it. The next save replaces it. */
  const theirs = shallowRef<LabelMessage | null>();

  const saving = useAction(async () => {
    const outcome = await printers.changeMessage(place, { label: label(), to: labelMessageOf(form), seen: base.value });
    if (outcome === 'saved') return onSaved();
    base.value = outcome.theirs ?? undefined;
    theirs.value = outcome.theirs;
  });
  const pointers = computed(() => pointersIn(label()));
  const told = computed(() => (isChanged.value ? [] : (saving.problem.value?.errors ?? [])));
  /** Faults of other labels' messages, or of the label itself, are at no field. */
  const areAllAtFields = computed(() => {
    const fields = new Set([pointers.value.message, ...form.rows.map(pointers.value.field)]);
    return told.value.length > 0 && told.value.every(({ pointer }) => fields.has(pointer));
  });

  watch(form, () => (isChanged.value = true), { deep: true });
  watch(saving.problem, () => (isChanged.value = false));

  const toldAt = (pointer: string) => told.value.find((error) => error.pointer === pointer)?.detail;
  const isMessageMissing = computed(() => isChecked.value && form.message.trim() === '');

  function rowFault(row: FieldRow): RowFault | undefined {
    if (!isChecked.value) return undefined;
    const inName = nameFault(row, form.rows);
    if (inName) return inName === 'missing' ? 'fieldMissing' : 'fieldTwice';
    return row.kind === 'object' && row.object === '' ? 'objectMissing' : undefined;
  }

  function save(): void {
    isChecked.value = true;
    if (label() === '' || isMessageMissing.value || form.rows.some((row) => rowFault(row) !== undefined)) return;
    theirs.value = undefined;
    void saving.run();
  }

  return { form, isChecked, isMessageMissing, theirs, saving, pointers, areAllAtFields, toldAt, rowFault, save };
}
