import { defineStore } from 'pinia';
import type { PrintJob } from '#contract/api-v3/print-job.ts';
import type { Conveyor } from '#contract/api-v3/printer.ts';
import { newId } from '../composables/new-id.ts';
import { useStationClient } from '../composables/station-client.ts';

export interface PrinterName {
  connection: string;
  printer: string;
}

/** What a person does to a printer. Each call carries a key of its own, so that it has one effect however often it travels. */
export const usePrintingStore = defineStore('printing', () => {
  const { printing } = useStationClient();

  const select = (on: PrinterName, job: PrintJob) => printing.select({ ...on, job, idempotencyKey: newId() });
  const deselect = (on: PrinterName) => printing.deselect({ ...on, idempotencyKey: newId() });
  const trigger = (on: PrinterName) => printing.trigger({ ...on, idempotencyKey: newId() });
  /** `reason` is what a person says of it. */
  const abort = (on: PrinterName, reason?: string) => printing.abort({ ...on, idempotencyKey: newId(), ...(reason ? { reason } : {}) });
  const setConveyor = (on: PrinterName, conveyor: Conveyor) => printing.setConveyor({ ...on, conveyor });
  const refillInk = (on: PrinterName, supply: string) => printing.refillInk({ ...on, supply });

  return { select, deselect, trigger, abort, setConveyor, refillInk };
});
