import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import { settlingCount } from '../engines/settling-count.ts';
import type { Log } from '#process/log.ts';
import type { PrinterRuntime } from '../runtime/printer-runtime.ts';
import type { Settlement } from './settlement.ts';

/** Records an engine's reports about its prints, in the order of their arrival. The engine gets no answer. */
export class EngineReports {
  readonly #settlement: Settlement;
  readonly #log: Log;

  constructor({ settlement, log }: { settlement: Settlement; log: Log }) {
    this.#settlement = settlement;
    this.#log = log;
  }

  /** The engine confirmed a print; `counted` is its own count after it. */
  printed(runtime: PrinterRuntime, id: number, counted: number | undefined): Promise<void> {
    runtime.markPrinted(id);
    const settling = settlingCount(runtime.printer.engine, counted);
    return this.#settle(runtime, id, async () => {
      runtime.countFault = await this.#settlement.printed(runtime.printer.name, { id, counted: settling });
    });
  }

  /** The engine reports that a print was certainly not made. */
  failed(runtime: PrinterRuntime, id: number, reason: string): Promise<void> {
    return this.#settle(runtime, id, () => this.#settlement.voided(id, reason));
  }

  /** The device will not tell what became of a print. */
  async unresolved(runtime: PrinterRuntime, id: number, reason: string): Promise<void> {
    await this.#settle(runtime, id, () => this.#settlement.unknown(id, reason));
    await this.reconcile(runtime);
  }

  /** The engine was started: it does not print what it held before. Triggers wait until that is recorded. */
  async started(runtime: PrinterRuntime): Promise<void> {
    const { name } = runtime.printer;
    runtime.clearSent();
    try {
      await runtime.operations.run(async () => {
        await runtime.reports.run(() => this.#settlement.dropped({ printer: name, ids: [], reason: 'the printer was restarted' }));
        await this.reconcile(runtime);
      });
    } catch (error) {
      this.#fail(runtime, statusError('outcomes-not-stored'), error);
    }
  }

  /** Compares the count that the device reports only some time after its start. */
  async reconcileLater(runtime: PrinterRuntime): Promise<void> {
    try {
      await runtime.operations.run(() => this.reconcile(runtime));
    } catch (error) {
      this.#fail(runtime, statusError('count-not-compared'), error);
    }
  }

  /** Compares the engine's own count with the ledger while the engine holds no unsettled print. */
  async reconcile(runtime: PrinterRuntime): Promise<void> {
    const { name, engine } = runtime.printer;
    // The count includes all reports until now, and these are recorded before it is compared.
    const counted = settlingCount(engine);
    if (counted === undefined) return;
    const { leavesPartialPrints = false } = engine.traits;
    const before = runtime.countFault;
    runtime.countFault = await runtime.reports.run(() => this.#settlement.reconcile(name, { counted, leavesPartialPrints }));
    if (runtime.countFault?.text !== before?.text) runtime.printer.statusChanged();
    if (runtime.countFault !== undefined) this.#log.error(`${name}: ${runtime.countFault.text}`);
  }

  async #settle(runtime: PrinterRuntime, id: number, write: () => Promise<void>): Promise<void> {
    try {
      await runtime.reports.run(write);
    } catch (error) {
      this.#fail(runtime, statusError('outcome-not-stored', { print: id }), error);
    } finally {
      runtime.markSettled(id);
    }
  }

  #fail(runtime: PrinterRuntime, fault: StatusError, error: unknown): void {
    runtime.fault = fault;
    this.#log.error(`${runtime.printer.name}: ${fault.text}`, error);
  }
}
