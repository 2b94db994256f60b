import type { ControllerSchema } from '#storage/database/controller-schema.ts';
import type { GroupCommit } from '#storage/database/group-commit.ts';
import { EngineError, type EnginePrint } from '../engines/engine.ts';
import type { Log } from '../platform/log.ts';
import type { Timers } from '../platform/timers.ts';
import { diskRefusal, type DiskGuard } from '../disk/disk-guard.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { PrinterRuntime, RuntimeOperation } from '../runtime/printer-runtime.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { refusedByEngine, uncertainPrint } from '../runtime/printing-problems.ts';
import type { Settlement } from './settlement.ts';
import { withinLimit } from '../platform/time-limit.ts';

/** The longest time that an engine may take to accept a print, in milliseconds. */
const SEND_LIMIT = 5_000;

export interface SendingDeps {
  commits: GroupCommit<ControllerSchema>;
  disk: DiskGuard;
  ledger: Ledger;
  settlement: Settlement;
  metrics: Pick<Metrics, 'sends' | 'settles'>;
  timers: Timers;
  log: Log;
}

/** The operation that sends the print, and the number of aborts at its start. */
export interface SendRequest {
  aborts: number;
  operation: RuntimeOperation;
}

/** Sends reserved prints to the engine. */
export class Sending {
  readonly #deps: SendingDeps;

  constructor(deps: SendingDeps) {
    this.#deps = deps;
  }

  /**
   * Sends a print in a commit step. Throws `printer-cannot-print` after an abort, which voids the print, and a problem for an engine that
   * refuses it.
   */
  async send(runtime: PrinterRuntime, print: EnginePrint, request: SendRequest): Promise<void> {
    await runtime.commitSteps.run(async () => {
      await this.#markSent(runtime, print, request);
      await this.#handOver(runtime, print);
    });
  }

  /** Marks the print `sent` before the engine gets it: after a crash in between it is unknown, never lost. */
  async #markSent(runtime: PrinterRuntime, { id }: EnginePrint, { aborts, operation }: SendRequest): Promise<void> {
    const { commits, disk, ledger, settlement } = this.#deps;
    try {
      if (runtime.aborts === aborts) await disk.run(() => commits.run((trx) => ledger.send(id, trx)));
    } catch (error) {
      if (diskRefusal(error)) await disk.waitFor(settlement.voided(id, 'the disk was full before it was sent'));
      throw error;
    }
    if (runtime.aborts === aborts) return;
    await disk.waitFor(settlement.voided(id, 'aborted'));
    runtime.refuseAborted(aborts, operation);
  }

  /** The device has the print and will not confirm it. */
  async #settleHandedOver(runtime: PrinterRuntime, id: number): Promise<void> {
    const { settlement, disk } = this.#deps;
    runtime.markPrinted(id);
    await disk.waitFor(settlement.handedOver(id).finally(() => runtime.markSettled(id)));
  }

  /** There must be no `await` between the last check for aborts and the engine's `send`. */
  async #handOver(runtime: PrinterRuntime, print: EnginePrint): Promise<void> {
    const { timers, settlement, disk, metrics, log } = this.#deps;
    const { printer } = runtime;
    runtime.markSent(print.id, metrics.settles.begin(printer.name));
    const answered = metrics.sends.begin(printer.name);
    const sent = withinLimit(printer.send(print), SEND_LIMIT, timers);
    runtime.sending = sent.catch(() => undefined);
    try {
      await sent;
      if (printer.engine.traits.proof === 'none') await this.#settleHandedOver(runtime, print.id);
    } catch (error) {
      runtime.markSettled(print.id);
      if (error instanceof EngineError) {
        await disk.waitFor(settlement.voided(print.id, error.message));
        throw refusedByEngine(printer, error);
      }
      log.error(`${printer.name}: it is unknown whether print ${print.id} was accepted`, error);
      await disk.waitFor(settlement.unknown(print.id, error instanceof Error ? error.message : String(error)));
      throw uncertainPrint(printer, error);
    } finally {
      runtime.sending = undefined;
      answered();
    }
  }
}
