import { computed, reactive, ref, shallowRef, watch, type Ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { problemSlug } from '#contract/problem.ts';
import type { PrinterConfiguration, PrinterDetail } from '#contract/api-v3/printer-configuration.ts';
import { useAction } from '../../composables/use-action.ts';
import {
  chooseKind,
  configurationOf,
  hasEngineNumbers,
  hasGeometry,
  printerFormOf,
  type PrinterForm,
  type PrinterKind,
} from '../../domain/printers/printer-form.ts';
import { usePrinter } from '../../stores/fleet/use-printer.ts';
import { useNoticesStore } from '../../stores/notices.ts';
import type { PrinterName } from '../../stores/printing.ts';
import { usePrintersStore } from '../../stores/printers.ts';
import { useFieldErrors } from './use-field-errors.ts';
import { usePrinterTest } from './use-printer-test.ts';

interface Edited {
  place: () => PrinterName;
  detail: () => PrinterDetail;
  isOpen: Ref<boolean>;
  onSaved: () => void;
}

/** Edits the stored configuration of a printer. While a job is selected it is saved for after the job. */
export function useEditConfiguration({ place, detail, isOpen, onSaved }: Edited) {
  const { t } = useI18n();
  const notices = useNoticesStore();
  const printers = usePrintersStore();
  const { status } = usePrinter(place);
  /** The configuration that the person saw when the dialog opened. */
  const base = shallowRef<PrinterConfiguration>(detail().configuration);
  const form = reactive<PrinterForm>(printerFormOf(base.value));
  const isRefused = ref(false);

  const configuration = computed(() => configurationOf(form, base.value));
  const { result, testing } = usePrinterTest(() => ({ ...place(), configuration: configuration.value }));
  const hasJob = computed(() => isRefused.value || Boolean(status.value?.job) || (status.value?.queue ?? 0) > 0);

  const saving = useAction(async () => {
    const { result: done } = await printers.change(place(), configuration.value, { expected: base.value, afterJob: hasJob.value });
    const { printer } = place();
    notices.show(
      done === 'deferred' ? t('printerConfiguration.edit.deferred', { printer }) : t('printerConfiguration.edit.saved', { printer }),
    );
    isOpen.value = false;
    onSaved();
  });
  const problem = computed(() => saving.problem.value ?? testing.problem.value);
  const { errorAt, areTextsRight, areHeadsRight, reset } = useFieldErrors(
    () => form,
    () => problem.value?.errors ?? result.value?.configurationErrors,
  );

  /** A job was selected meanwhile: the choice is offered. */
  watch(saving.problem, (found) => {
    if (found && problemSlug(found.type) === 'in-use') isRefused.value = true;
  });
  watch(isOpen, (open) => {
    if (!open) return;
    base.value = detail().configuration;
    Object.assign(form, printerFormOf(base.value));
    isRefused.value = false;
    saving.reset();
    testing.reset();
    reset();
  });

  const kind = computed({
    get: () => form.kind ?? '',
    set: (chosen: string) => chooseKind(form, chosen as PrinterKind),
  });

  function isRight(): boolean {
    return [areTextsRight(), areHeadsRight(), hasEngineNumbers(form), hasGeometry(form)].every(Boolean);
  }

  function save(): void {
    if (isRight()) void saving.run();
  }

  function test(): void {
    if (areTextsRight() && hasEngineNumbers(form)) void testing.run();
  }

  return { form, kind, hasJob, result, testing, saving, problem, errorAt, save, test };
}
