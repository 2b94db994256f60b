import type { Log } from '#process/log.ts';
import type { Timers } from '../platform/timers.ts';
import type { IdempotentRequest } from '../idempotency/idempotent-request.ts';
import { followAutoPrint } from '../runtime/auto-print.ts';
import type { QueueEnding } from './queue-ending.ts';
import type { JobQueues } from '../queue/job-queues.ts';
import type { EngineReports } from './engine-reports.ts';
import type { PrinterRuntime } from '../runtime/printer-runtime.ts';
import { printerFailed } from '../runtime/printing-problems.ts';
import type { QueueEnd } from '../queue/pending-queue-ends.ts';
import type { Settlement } from './settlement.ts';
import { withinLimit } from '../platform/time-limit.ts';

/** The longest time that an engine may take to confirm an abort, in milliseconds. */
const ABORT_LIMIT = 5_000;
/** How long a controller that stops waits for prints in progress, in milliseconds. */
const FINISH_LIMIT = 3_000;

export interface AbortPrintingDeps {
  jobs: JobQueues;
  queueEnding: QueueEnding;
  settlement: Settlement;
  engineReports: EngineReports;
  timers: Timers;
  log: Log;
}

interface EngineAbort {
  /** Prints that are certainly not made. */
  ids: number[];
  /** Why the engine may still print; undefined when it confirmed the abort. */
  failure: unknown;
}

/** Aborts printing: once an abort has returned, nothing prints. It overtakes every operation that started before it. */
export class AbortPrinting {
  readonly #deps: AbortPrintingDeps;

  constructor(deps: AbortPrintingDeps) {
    this.#deps = deps;
  }

  /**
   * Ends the whole queue at once, in memory and on the device, whatever the state of disk and database: the end is stored as soon as they
   * accept it. Throws only `printer-failed`, when the engine does not confirm that it stopped; the queue has ended nevertheless.
   */
  async abort(runtime: PrinterRuntime, idempotency?: IdempotentRequest): Promise<void> {
    const { jobs, queueEnding, settlement, engineReports } = this.#deps;
    const { name } = runtime.printer;
    const end: QueueEnd = { printer: name, state: 'aborted' };
    runtime.aborts++;
    jobs.pendingEnds.add(end);
    followAutoPrint(runtime, undefined);
    const stopped = this.#stop(runtime);
    const written = queueEnding.write(runtime, end, {
      // Without a stored answer, a repeat of a failed request is run again.
      ready: stopped.then(({ failure }) => (failure === undefined ? idempotency : undefined)),
      write: async () => {
        const { ids, failure } = await stopped;
        await runtime.reports.idle();
        await settlement.dropped({ printer: name, ids, reason: 'aborted' });
        if (failure === undefined) await engineReports.reconcile(runtime);
      },
    });
    const { failure } = await stopped;
    await written;
    runtime.clearFaults();
    if (failure !== undefined) throw printerFailed(runtime.printer, 'did not confirm that it stopped', failure);
  }

  /** Has the engine drop the prints that it holds, including one that is just being sent. Never rejects. */
  async #stop(runtime: PrinterRuntime): Promise<EngineAbort> {
    const { sending } = runtime;
    const first = await this.abortEngine(runtime);
    if (!sending) return first;
    await sending;
    const last = await this.abortEngine(runtime);
    return { ids: [...first.ids, ...last.ids], failure: first.failure ?? last.failure };
  }

  /**
   * Stops the engine without ending the queue, for a controller that ends: operations are aborted, and the outcome of the prints is stored
   * if possible.
   */
  async halt(runtime: PrinterRuntime, reason: string): Promise<void> {
    runtime.aborts++;
    followAutoPrint(runtime, undefined);
    const stopping = this.#stop(runtime);
    await runtime.commitSteps.run(async () => {
      const { ids } = await stopping;
      await runtime.reports.idle();
      await this.#deps.settlement.dropped({ printer: runtime.printer.name, ids, reason });
    });
  }

  /** Lets the prints of a printer finish for a moment, and voids the rest, for a controller that stops. */
  async finish(runtime: PrinterRuntime): Promise<void> {
    const { timers, log, settlement } = this.#deps;
    const { printer } = runtime;
    await runtime.operations.idle();
    if (printer.canPrint()) {
      await withinLimit(runtime.whenIdle(), FINISH_LIMIT, timers).catch((error: unknown) => {
        log.warn(`${printer.name} did not finish its prints before the controller stopped`, error);
      });
    }
    const { ids } = await this.abortEngine(runtime);
    await runtime.reports.idle();
    if (ids.length > 0) await settlement.dropped({ printer: printer.name, ids, reason: 'the controller stopped' });
  }

  /** Has the engine drop the prints that it holds. Never rejects. */
  async abortEngine(runtime: PrinterRuntime): Promise<EngineAbort> {
    const { timers, log } = this.#deps;
    try {
      const ids = await withinLimit(runtime.printer.engine.abort(), ABORT_LIMIT, timers);
      for (const id of ids) runtime.markSettled(id);
      return { ids, failure: undefined };
    } catch (error) {
      log.error(`${runtime.printer.name} did not confirm that it stopped`, error);
      return { ids: [], failure: error };
    }
  }
}
