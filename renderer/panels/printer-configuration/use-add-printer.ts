import { computed, ref, watch, type Ref } from 'vue';
import type { PrinterTest } from '#contract/api-v3/printer-configuration.ts';
import { useAction } from '../../composables/use-action.ts';
import type { NameFault } from '../../domain/formats/name-fault.ts';
import { configurationOf, hasEngineNumbers, hasGeometry, type PrinterKind } from '../../domain/printers/printer-form.ts';
import type { PrinterName } from '../../stores/printing.ts';
import { usePrintersStore } from '../../stores/printers.ts';
import { useFieldErrors } from './use-field-errors.ts';
import { STEPS, usePrinterDraft, type PrinterDraft, type Step } from './use-printer-draft.ts';
import { usePrinterPlace } from './use-printer-place.ts';
import { usePrinterTest } from './use-printer-test.ts';

/** Adds a printer step by step: `next` goes on if what the step asks for is there, and adds the printer after the last one. */
export function useAddPrinter() {
  const printers = usePrintersStore();
  const { draft, clear } = usePrinterDraft();
  const { controllers, connection, kinds, kindsLoad, faultOf } = usePrinterPlace(() => draft.connection);
  const added = ref<PrinterName>();
  const isChecked = ref(false);
  const nameError = ref<NameFault>();

  const configuration = computed(() => configurationOf(draft.form));
  const { result, testing } = usePrinterTest(() => ({ connection: connection.value, configuration: configuration.value }), adoptResolution);
  const adding = useAction(async (on: PrinterName) => {
    await printers.add(on, configuration.value);
    added.value = on;
    clear();
    reset();
  });
  const problem = computed(() => (draft.step === 'device' ? testing.problem.value : undefined) ?? adding.problem.value);
  const { errorAt, areTextsRight, areHeadsRight, reset } = useFieldErrors(
    () => draft.form,
    () => problem.value?.errors ?? result.value?.configurationErrors,
  );

  /** A fault that the controller finds is shown at its field. */
  watch(adding.problem, (found) => {
    const pointer = found?.errors?.[0]?.pointer;
    if (pointer?.startsWith('/engine')) draft.step = 'device';
    else if (pointer?.startsWith('/slices') || (pointer && Object.hasOwn(draft.form.geometry, pointer.slice(1)))) draft.step = 'geometry';
  });

  const isDone = useStepCheck({ draft, kinds, isChecked, nameError, areTextsRight, areHeadsRight, faultOf });

  /** Takes the resolution that the device reports. Returns whether it was another one. */
  function adoptResolution({ dpi }: PrinterTest): boolean {
    const { geometry } = draft.form;
    if (dpi === undefined || geometry.dpi === Math.round(dpi)) return false;
    geometry.dpi = geometry.vdpi = Math.round(dpi);
    return true;
  }

  function goTo(step: Step): void {
    isChecked.value = false;
    testing.reset();
    adding.reset();
    draft.step = step;
  }

  function next(): void {
    if (!isDone()) return;
    const following = STEPS[STEPS.indexOf(draft.step) + 1];
    if (following) goTo(following);
    else if (connection.value !== undefined) void adding.run({ connection: connection.value, printer: nameOf(draft.name) });
  }

  const test = () => void (isDone() && testing.run());
  const begin = () => (added.value = undefined);

  return {
    ...{ draft, controllers, connection, kinds, kindsLoad, isChecked, nameError, added },
    ...{ result, testing, adding, problem, errorAt, goTo, next, test, begin },
  };
}

interface StepParts {
  draft: PrinterDraft;
  kinds: Readonly<Ref<readonly PrinterKind[]>>;
  /** Whether the faults of the step are shown. */
  isChecked: Ref<boolean>;
  nameError: Ref<NameFault | undefined>;
  areTextsRight: () => boolean;
  areHeadsRight: () => boolean;
  faultOf: (name: string) => NameFault | undefined;
}

/** Whether what the current step asks for is there. The faults are then shown. */
function useStepCheck({ draft, kinds, isChecked, nameError, areTextsRight, areHeadsRight, faultOf }: StepParts): () => boolean {
  const checks: Record<Step, () => boolean> = {
    kind: () => draft.form.kind !== undefined && kinds.value.includes(draft.form.kind),
    device: () => areTextsRight() && hasEngineNumbers(draft.form),
    geometry: () => areHeadsRight() && hasGeometry(draft.form),
    name: () => (nameError.value = faultOf(nameOf(draft.name))) === undefined,
  };
  watch(
    () => draft.name,
    () => (nameError.value = undefined),
  );
  return () => {
    isChecked.value = true;
    return checks[draft.step]();
  };
}

function nameOf(typed: string): string {
  return typed.trim().normalize('NFC');
}
