import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import type { DeviceMessages } from '../device-messages/device-messages.ts';
import type { Picture } from '../drawing/drawn-picture.ts';
import type { Prints } from '../ledger/prints.ts';
import { storedMessage } from '../ledger/stored-values.ts';
import type { PrintPreparation } from '../preparation/print-preparation.ts';
import type { Printers } from '../printers/printers.ts';
import type { JobQueues } from '../queue/job-queues.ts';
import type { PrinterRuntimes } from '../runtime/printer-runtimes.ts';
import { nothingSelected } from '../runtime/printing-problems.ts';

export interface NextPrintViewDeps {
  runtimes: PrinterRuntimes;
  printers: Printers;
  jobs: JobQueues;
  prints: Prints;
  preparation: PrintPreparation;
  deviceMessages: DeviceMessages;
}

/** Shows the next print of a printer; counters do not advance. All methods throw `nothing-selected`, or what drawing the label throws. */
export class NextPrintView {
  readonly #deps: NextPrintViewDeps;

  constructor(deps: NextPrintViewDeps) {
    this.#deps = deps;
  }

  /** The picture of the next print. */
  async picture(printerName: string): Promise<Picture> {
    const loaded = this.loadedPrint(printerName);
    if (loaded !== undefined) return this.#deps.prints.picture(loaded);
    const { printer, plan, values } = await this.#nextPrint(printerName);
    return this.#deps.preparation.drawFor(printer, plan.document, values);
  }

  /** The message of the next print; undefined for a printer that prints pictures. */
  async message(printerName: string): Promise<DeviceMessage | undefined> {
    const loaded = this.loadedPrint(printerName);
    if (loaded !== undefined) return storedMessage((await this.#deps.prints.stored(loaded)).device_message);
    const { printer, plan, values } = await this.#nextPrint(printerName);
    return this.#deps.deviceMessages.resolve(printer, plan, values);
  }

  /** The print that a device holds for the next product, if it starts its prints itself. */
  loadedPrint(printerName: string): number | undefined {
    const { printer, oldestSent } = this.#deps.runtimes.get(printerName);
    return printer.engine.traits.preloads ? oldestSent : undefined;
  }

  async #nextPrint(printerName: string) {
    const { printers, jobs, preparation } = this.#deps;
    const printer = printers.get(printerName);
    const job = await jobs.findCurrent(printerName);
    if (!job) throw nothingSelected(printer);
    const plan = await preparation.plan(job);
    return { printer, plan, values: await preparation.values(plan) };
  }
}
