import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import type { ProblemError } from '#contract/problem.ts';
import type { Log } from '#process/log.ts';
import { toBlockSubject } from '../ledger/stored-values.ts';
import type { Prints } from '../ledger/prints.ts';
import type { PrintBlocks } from '../print-blocks/print-blocks.ts';
import type { JobQueues } from '../queue/job-queues.ts';
import type { PrinterRuntime } from '../runtime/printer-runtime.ts';
import type { AbortPrinting } from './abort-printing.ts';
import type { Settlement } from './settlement.ts';

export interface PreloadingDeps {
  jobs: JobQueues;
  settlement: Settlement;
  abortPrinting: AbortPrinting;
  prints: Prints;
  printBlocks: PrintBlocks;
  log: Log;
  /** Sends the next print of a printer. Throws when it was not sent. */
  sendNext: (runtime: PrinterRuntime) => Promise<unknown>;
}

/**
 * Keeps devices loaded that start each print themselves, when their own photocell detects a product (`EngineTraits.preloads`): the next print is
 * sent as soon as the device takes it. Values are spent when a print is sent: what changes later holds from the next print on.
 */
export class Preloading {
  readonly #deps: PreloadingDeps;
  readonly #filling = new Set<PrinterRuntime>();
  /** Printers that were to be filled again while they were being filled. */
  readonly #repeated = new Set<PrinterRuntime>();
  /** Why the last print could not be loaded, as in the status of the printer. */
  readonly #faults = new WeakMap<PrinterRuntime, StatusError>();

  constructor(deps: PreloadingDeps) {
    this.#deps = deps;
  }

  /**
   * Sends prints until the device is full, or there is no job. After a failure, which becomes part of the printer's status, nothing is
   * sent before a person has acted or the device has reported something (`retry`): each attempt spends values. Never rejects.
   */
  async fill(runtime: PrinterRuntime): Promise<void> {
    if (!runtime.printer.engine.traits.preloads) return;
    if (runtime.fault !== undefined && runtime.fault === this.#faults.get(runtime)) return;
    this.#repeated.add(runtime);
    if (this.#filling.has(runtime)) return;
    this.#filling.add(runtime);
    try {
      while (this.#repeated.delete(runtime)) await this.#fillOnce(runtime);
    } catch (error) {
      this.#repeated.delete(runtime);
      runtime.fault = statusError('next-print-not-loaded', { reason: error instanceof Error ? error.message : String(error) });
      this.#faults.set(runtime, runtime.fault);
      if (runtime.fault.text !== runtime.loggedFault) this.#deps.log.warn(`${runtime.printer.name}: ${runtime.fault.text}`);
      runtime.loggedFault = runtime.fault.text;
    } finally {
      this.#filling.delete(runtime);
    }
  }

  /** As `fill`, also after a failure: the device can print again, or has made a print. Never rejects. */
  async retry(runtime: PrinterRuntime): Promise<void> {
    this.#faults.delete(runtime);
    await this.fill(runtime);
  }

  /** Removes the prints that the device holds: they belong to a job that is not current any more. */
  async unload(runtime: PrinterRuntime, reason: string): Promise<void> {
    if (!runtime.printer.engine.traits.preloads || runtime.isIdle) return;
    await this.#drop(runtime, reason);
  }

  /**
   * Removes the prints that the device holds if one of them is blocked now. When the device does not confirm that, the status of the
   * printer says so: it may still make the print.
   */
  async unloadBlocked(runtime: PrinterRuntime): Promise<void> {
    if (!runtime.printer.engine.traits.preloads || runtime.isIdle) return;
    await runtime.operations.run(async () => {
      const blocked = await this.#findBlocked(runtime);
      if (!blocked) return;
      const { failure } = await this.#drop(runtime, blocked.message);
      if (failure !== undefined) runtime.fault = statusError('blocked-print-held', { reason: blocked.message });
    });
  }

  /** Why a print that the device holds is blocked; undefined if none is. */
  async #findBlocked(runtime: PrinterRuntime): Promise<ProblemError | undefined> {
    const { prints, printBlocks } = this.#deps;
    for (const id of runtime.sentPrints) {
      const refusal = printBlocks.findRefusal(toBlockSubject(await prints.stored(id)));
      if (refusal) return refusal;
    }
    return undefined;
  }

  async #drop(runtime: PrinterRuntime, reason: string): Promise<{ failure: unknown }> {
    const { abortPrinting, settlement } = this.#deps;
    const { ids, failure } = await abortPrinting.abortEngine(runtime);
    await runtime.reports.idle();
    if (ids.length > 0) await settlement.dropped({ printer: runtime.printer.name, ids, reason });
    return { failure };
  }

  async #fillOnce(runtime: PrinterRuntime): Promise<void> {
    while (runtime.isReady() && (await this.#deps.jobs.findCurrent(runtime.printer.name))) await this.#deps.sendNext(runtime);
  }
}
