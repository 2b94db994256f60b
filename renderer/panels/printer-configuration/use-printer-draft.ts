import { reactive, watch } from 'vue';
import * as z from 'zod/mini';
import { usePersistentRef } from '../../composables/use-persistent-ref.ts';
import { newPrinterForm, printerFormSchema } from '../../domain/printers/printer-form.ts';

/** The steps of adding a printer, in order. */
export const STEPS = ['kind', 'device', 'geometry', 'name'] as const;
export type Step = (typeof STEPS)[number];

const draftSchema = z.object({
  /** The controller that is to have the printer; absent: the chosen one. */
  connection: z.optional(z.string()),
  step: z.enum(STEPS),
  name: z.string(),
  form: printerFormSchema,
});
export type PrinterDraft = z.infer<typeof draftSchema>;

const newDraft = (): PrinterDraft => ({ step: 'kind', name: '', form: newPrinterForm() });

/** What is entered about a new printer, until it is added; this browser keeps it, also when the page is left. */
export function usePrinterDraft() {
  const kept = usePersistentRef('strobe.addPrinter', draftSchema, newDraft());
  const draft = reactive<PrinterDraft>(copyOf(kept.value));

  watch(draft, () => (kept.value = withoutPassword(draft)));

  /** Begins with an empty form, on the same controller. */
  function clear(): void {
    Object.assign(draft, newDraft());
  }

  return { draft, clear };
}

/** A password is not kept by the browser. */
function withoutPassword(draft: PrinterDraft): PrinterDraft {
  const copy = copyOf(draft);
  copy.form.engines.ipp.password = '';
  return copy;
}

function copyOf(draft: PrinterDraft): PrinterDraft {
  return JSON.parse(JSON.stringify(draft)) as PrinterDraft;
}
