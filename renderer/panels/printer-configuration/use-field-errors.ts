import { computed, ref, watch } from 'vue';
import { useI18n } from 'vue-i18n';
import type { FieldError } from '#contract/problem-schema.ts';
import { headFaults, textFaults, type PrinterForm } from '../../domain/printers/printer-form.ts';

/** The error at a field, by the JSON pointer of the configuration. */
export type ErrorAt = (pointer: string) => string | undefined;

/**
 * The errors at the fields of a printer's form: those of the texts and heads after the first attempt, and those that the controller or the
 * device found until the form is changed. A field has the errors of its parts too.
 */
export function useFieldErrors(form: () => PrinterForm, found: () => readonly FieldError[] | undefined) {
  const { t } = useI18n();
  const isChecked = ref(false);
  const isChanged = ref(false);
  const faults = computed(() => ({ ...textFaults(form()), ...headFaults(form()) }));
  const told = computed(() => (isChanged.value ? [] : (found() ?? [])));

  watch(form, () => (isChanged.value = true), { deep: true });
  watch(found, () => (isChanged.value = false));

  function errorAt(pointer: string): string | undefined {
    const fault = faults.value[pointer];
    if (fault !== undefined && isChecked.value) return t(`printerConfiguration.faults.${fault}`);
    return told.value.find((error) => error.pointer === pointer || error.pointer.startsWith(`${pointer}/`))?.detail;
  }

  /** Shows the faults of the texts; returns whether there are none. */
  function areTextsRight(): boolean {
    isChecked.value = true;
    return Object.keys(textFaults(form())).length === 0;
  }

  /** Shows the faults of the names of heads and ink supplies; returns whether there are none. */
  function areHeadsRight(): boolean {
    isChecked.value = true;
    return Object.keys(headFaults(form())).length === 0;
  }

  function reset(): void {
    isChecked.value = false;
  }

  return { errorAt, areTextsRight, areHeadsRight, reset };
}
