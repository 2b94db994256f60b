import type { PrinterConfiguration } from '#contract/api-v3/printer-configuration.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { Events, Publish } from '../events/events.ts';
import type { History } from '../history/history.ts';
import type { IdempotentRequest } from '../idempotency/idempotent-request.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Log } from '#process/log.ts';
import type { NewName } from '../platform/rename-row.ts';
import { TaskQueue } from '../platform/task-queue.ts';
import { withinLimit } from '../platform/time-limit.ts';
import type { Timers } from '../platform/timers.ts';
import type { Printers } from '../printers/printers.ts';
import type { JobQueues } from '../queue/job-queues.ts';
import type { PrinterRuntime } from '../runtime/printer-runtime.ts';
import type { PrinterRuntimes } from '../runtime/printer-runtimes.ts';
import { forgetPrinterSettings, renamePrinterRecords } from './printer-records.ts';
import type { Printing } from './printing.ts';

export interface PrinterChangesDeps {
  printers: Printers;
  runtimes: PrinterRuntimes;
  jobs: JobQueues;
  ledger: Ledger;
  history: Pick<History, 'clearCache'>;
  printing: Pick<Printing, 'follow'>;
  events: Events;
  publish: Publish;
  timers: Timers;
  isSafeMode: boolean;
  log: Log;
}

/** Milliseconds that a device has to settle its last prints before it is stopped. */
const IDLE_LIMIT = 5_000;

/** What a PUT did; `deferred`: it takes effect when no job is selected any more. */
export type PrinterChange = 'created' | 'changed' | 'deferred';

export interface PutOptions {
  /** While a job is selected, the configuration is stored and takes effect after it. */
  isDeferred: boolean;
  /** Throws if the printer is not as the client expects it. No other change comes in between. */
  condition: () => Promise<unknown>;
}

/** Adds, changes and removes printers while others print. */
export class PrinterChanges {
  readonly #deps: PrinterChangesDeps;
  /** One change after the other: each is rare and short. */
  readonly #queue = new TaskQueue();
  /** Printers with a configuration that waits for the end of a job. */
  readonly #waiting = new Set<string>();
  #unfollow: (() => void) | undefined;

  constructor(deps: PrinterChangesDeps) {
    this.#deps = deps;
  }

  /** Applies configurations that waited for the end of a job, now and whenever a queue changes. */
  start(): void {
    const { isSafeMode, printers, events } = this.#deps;
    if (isSafeMode) return;
    for (const name of printers.names()) this.#waiting.add(name);
    const applyWaiting = () => {
      if (this.#waiting.size > 0) void this.#queue.run(() => this.#applyNext());
    };
    this.#unfollow = events.subscribe(applyWaiting);
    applyWaiting();
  }

  async stop(): Promise<void> {
    this.#unfollow?.();
    await this.#queue.idle();
  }

  /**
   * Adds a printer, or replaces its configuration. Throws `invalid-input` naming the field at fault, and `in-use` while a job is selected on
   * the printer, unless `isDeferred`, and what `condition` throws.
   */
  async put(name: string, configuration: PrinterConfiguration, { isDeferred, condition }: PutOptions): Promise<PrinterChange> {
    return this.#change(async () => {
      await condition();
      if (!this.#deps.printers.names().includes(name)) return this.#add(name, configuration);
      const runtime = this.#deps.runtimes.get(name);
      return runtime.operations.run(async () => {
        if (await this.#hasJob(name)) {
          if (!isDeferred) throw await this.#inUse(name);
          await this.#deps.printers.reconfigureLater(name, configuration);
          this.#waiting.add(name);
          this.#deps.publish({ type: 'printer:changed', printer: name });
          return 'deferred';
        }
        await this.#waitForPrints(runtime);
        await this.#reconfigure(runtime, configuration);
        return 'changed';
      });
    });
  }

  /**
   * Removes a printer. Its prints and its history stay. Throws `not-found`, and `in-use` while a job is selected on it or prints of it are
   * not settled, and what `condition` throws.
   */
  async remove(name: string, condition: () => Promise<unknown>): Promise<void> {
    await this.#change(async () => {
      await condition();
      const { printers, runtimes, ledger, publish } = this.#deps;
      const runtime = runtimes.get(name);
      await runtime.operations.run(async () => {
        if (await this.#hasJob(name)) throw await this.#inUse(name);
        await this.#waitForPrints(runtime);
        const unknown = await ledger.unknown(name);
        if (unknown.length > 0) {
          throw inUse(name, `Prints of "${name}" with an unknown result: ${unknown.length}. Record their results first.`);
        }
        await printers.remove(name, (trx) => this.#forget(name, trx));
        runtimes.remove(name);
        publish({ type: 'printer:removed', printer: name });
      });
    });
  }

  /** Enables or disables a printer. Throws `not-found`, and `in-use` for a printer to be disabled on which a job is selected. */
  async setEnabled(name: string, isEnabled: boolean): Promise<void> {
    await this.#change(async () => {
      const { printers, runtimes, publish } = this.#deps;
      const runtime = runtimes.get(name);
      await runtime.operations.run(async () => {
        if (!isEnabled && (await this.#hasJob(name))) throw await this.#inUse(name);
        if (!isEnabled) await this.#waitForPrints(runtime);
        await printers.setEnabled(name, isEnabled);
        publish({ type: 'printer:changed', printer: name });
      });
    });
  }

  /**
   * Renames a printer with everything that is stored about it. Throws `not-found`, `name-taken`, and `in-use` while a job is selected on it.
   */
  async rename({ name, to }: NewName, idempotency?: IdempotentRequest): Promise<void> {
    await this.#change(async () => {
      const { printers, runtimes, history, publish } = this.#deps;
      const runtime = runtimes.get(name);
      await runtime.operations.run(async () => {
        if (await this.#hasJob(name)) throw await this.#inUse(name);
        runtime.refusePendingQueueEnd();
        await this.#waitForPrints(runtime);
        await runtime.reports.idle();
        await printers.rename({ name, to }, async (trx) => {
          await renamePrinterRecords({ name, to }, trx);
          await idempotency?.store(undefined, trx);
          publish({ type: 'printer:renamed', name, to }, trx);
        });
        runtimes.rename(name, to);
        history.clearCache();
        if (this.#waiting.delete(name)) this.#waiting.add(to);
      });
    });
  }

  /**
   * Accepts the device that answers instead of the known one, also while a job is selected: the job goes on with it. Prints that the other one
   * has not confirmed are unknown. Throws `not-found`, and
   * `no-other-device` if no other device answers.
   */
  async acceptDevice(name: string, { by, idempotency }: { by: string; idempotency?: IdempotentRequest | undefined }): Promise<void> {
    await this.#change(async () => {
      const { printers, runtimes, ledger, publish, log } = this.#deps;
      const runtime = runtimes.get(name);
      await runtime.operations.run(async () => {
        const accepted = await printers.acceptDevice(name, by, async (trx) => {
          await ledger.forgetDevice(name, trx);
          await idempotency?.store(undefined, trx);
          publish({ type: 'printer:changed', printer: name }, trx);
        });
        runtime.countFault = undefined;
        log.warn(`${name}: the device ${JSON.stringify(accepted)} was accepted${by === '' ? '' : ` by ${by}`}`);
      });
    });
  }

  /** Discards a configuration that waits for the end of a job. Throws `not-found` if there is none. */
  async discardPending(name: string): Promise<void> {
    await this.#change(async () => {
      const { printers, publish } = this.#deps;
      await printers.discardNext(printers.get(name).name);
      this.#waiting.delete(name);
      publish({ type: 'printer:changed', printer: name });
    });
  }

  async #add(name: string, configuration: PrinterConfiguration): Promise<PrinterChange> {
    const { printers, runtimes, printing, publish } = this.#deps;
    const printer = await printers.add(name, configuration);
    await printing.follow(runtimes.getFor(printer));
    await printer.start();
    publish({ type: 'printer:changed', printer: name });
    return 'created';
  }

  /** The engine must have no print any more. */
  async #reconfigure(runtime: PrinterRuntime, configuration: PrinterConfiguration): Promise<void> {
    const { name } = runtime.printer;
    const { printers, ledger } = this.#deps;
    await printers.reconfigure(name, configuration, (trx) => ledger.forgetDevice(name, trx));
    runtime.preparedPicture = undefined;
    this.#deps.publish({ type: 'printer:changed', printer: name });
  }

  /** The last prints of a job that has ended may still be on their way. Throws `in-use` if the device does not settle them in time. */
  async #waitForPrints(runtime: PrinterRuntime): Promise<void> {
    const { name } = runtime.printer;
    try {
      await withinLimit(runtime.whenIdle(), IDLE_LIMIT, this.#deps.timers);
    } catch (cause) {
      throw inUse(name, `"${name}" has not settled its last prints. Wait for them, or abort.`, cause);
    }
  }

  /** A later printer of the same name has other settings, and its device another count. */
  async #forget(name: string, trx: ControllerTransaction): Promise<void> {
    await forgetPrinterSettings(name, trx);
    await this.#deps.ledger.forgetDevice(name, trx);
  }

  /** Never rejects. */
  async #applyNext(): Promise<void> {
    for (const name of [...this.#waiting]) {
      try {
        await this.#applyNextOf(name);
      } catch (error) {
        if (error instanceof ProblemError && error.slug === 'in-use') continue;
        this.#waiting.delete(name);
        this.#deps.log.error(`the new configuration of "${name}" could not be applied`, error);
      }
    }
  }

  async #applyNextOf(name: string): Promise<void> {
    const { printers, runtimes } = this.#deps;
    const next = printers.nextConfiguration(name);
    if (!next) {
      this.#waiting.delete(name);
      return;
    }
    if (await this.#hasJob(name)) return;
    const runtime = runtimes.get(name);
    await runtime.operations.run(async () => {
      if (await this.#hasJob(name)) return;
      await this.#waitForPrints(runtime);
      await this.#reconfigure(runtime, next);
    });
  }

  async #change<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#deps.isSafeMode) throw new ProblemError('safe-mode', { detail: 'The controller is in safe mode: nothing can be changed.' });
    return this.#queue.run(work);
  }

  async #hasJob(name: string): Promise<boolean> {
    return (await this.#deps.jobs.queueLength(name)) > 0;
  }

  async #inUse(name: string): Promise<ProblemError> {
    const job = await this.#deps.jobs.findCurrent(name);
    const what = job ? ` (job ${job.id})` : '';
    return inUse(name, `A job is selected on "${name}"${what}. Unload it first, or request the change for after the job (afterJob=true).`);
  }
}

function inUse(name: string, detail: string, cause?: unknown): ProblemError {
  return new ProblemError('in-use', { detail, instance: `/api/v3/printers/${encodeURIComponent(name)}` }, { cause });
}
