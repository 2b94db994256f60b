import { defineStore } from 'pinia';
import type { FirstPrintVerdict } from '#contract/api-v3/first-print-check.ts';
import type { PrintJob } from '#contract/api-v3/print-job.ts';
import type { Conveyor } from '#contract/api-v3/printer.ts';
import { randomId } from '../domain/browser/random-id.ts';
import { useStationClient } from '../composables/station-client.ts';

export interface PrinterName {
  connection: string;
  printer: string;
}

/** Commands to a printer. Each call has its own idempotency key, so that it has one effect even if it is sent more than once. */
export const usePrintingStore = defineStore('printing', () => {
  const { printing } = useStationClient();

  const select = (on: PrinterName, job: PrintJob) => printing.select({ ...on, job, idempotencyKey: randomId() });
  const deselect = (on: PrinterName) => printing.deselect({ ...on, idempotencyKey: randomId() });
  const trigger = (on: PrinterName) => printing.trigger({ ...on, idempotencyKey: randomId() });
  /** `reason` is the operator's reason. */
  const abort = (on: PrinterName, reason?: string) => printing.abort({ ...on, idempotencyKey: randomId(), ...(reason ? { reason } : {}) });
  /** `reason` says what is wrong on the product. */
  const checkFirstPrint = (on: PrinterName, { reason, ...said }: { print: number; verdict: FirstPrintVerdict; reason?: string }) =>
    printing.checkFirstPrint({ ...on, ...said, idempotencyKey: randomId(), ...(reason ? { reason } : {}) });
  const setConveyor = (on: PrinterName, conveyor: Conveyor) => printing.setConveyor({ ...on, conveyor });
  const refillInk = (on: PrinterName, supply: string) => printing.refillInk({ ...on, supply });

  return { select, deselect, trigger, abort, checkFirstPrint, setConveyor, refillInk };
});
