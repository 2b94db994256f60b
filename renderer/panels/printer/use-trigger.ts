import { computed, ref, watch } from 'vue';
import { useAction } from '../../composables/use-action.ts';
import { usePrintingStore, type PrinterName } from '../../stores/printing.ts';

/**
 * The progress of the last trigger: sent by the page, accepted by the controller, printed according to the printer's counter; or bounced.
 */
export type TriggerStep = 'sent' | 'accepted' | 'printed' | 'bounced';

/** Sends one trigger at a time and follows it until the printer has confirmed the print. `printedLabels` is the printer's own count. */
export function useTrigger(on: () => PrinterName, printedLabels: () => number | undefined) {
  const printing = usePrintingStore();
  const step = ref<TriggerStep>();
  /** The count at which all triggers accepted here are printed. */
  const target = ref<number>();

  const action = useAction(async () => {
    const before = printedLabels() ?? 0;
    const isWaiting = target.value !== undefined && target.value > before;
    step.value = 'sent';
    const { result } = await printing.trigger(on());
    if (result === 'bounced') {
      step.value = 'bounced';
      return;
    }
    target.value = (isWaiting && target.value !== undefined ? target.value : before) + 1;
    step.value = 'accepted';
    settle();
  });

  function settle(): void {
    const printed = printedLabels();
    if (step.value === 'accepted' && target.value !== undefined && printed !== undefined && printed >= target.value) step.value = 'printed';
  }
  watch(printedLabels, settle);

  const shownStep = computed(() => (action.problem.value ? undefined : step.value));
  return { trigger: action.run, isPending: action.isPending, problem: action.problem, reset: action.reset, step: shownStep };
}
