import type { ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { GroupCommit } from '#storage/database/group-commit.ts';
import { EngineError, type EnginePrint } from '../engines/engine.ts';
import type { CommandExpiry } from '../platform/command-clock.ts';
import type { Log } from '#process/log.ts';
import type { Timers } from '../platform/timers.ts';
import type { DiskGuard } from '../disk/disk-guard.ts';
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

/** The operation that makes a print. */
export interface SendRequest {
  /** The number of aborts at its start. */
  aborts: number;
  operation: RuntimeOperation;
  /** When the request is too late; a photocell's trigger is never. */
  expiry?: CommandExpiry | undefined;
}

/** A print that is reserved durably. */
export interface ReservedPrint {
  /** Settles once the engine has accepted or refused the print. */
  accepted: Promise<void>;
}

/** Writes the reservation of a print; returns undefined, and nothing is printed, when it must be drawn again. */
export type Reserve = (trx: ControllerTransaction) => Promise<EnginePrint | undefined>;

/** Reserves prints and hands them to the engine. */
export class Sending {
  readonly #deps: SendingDeps;

  constructor(deps: SendingDeps) {
    this.#deps = deps;
  }

  /**
   * Reserves a print and hands it over in one commit step: no abort comes between. Resolves when the print is reserved, so that the caller can
   * release its locks while the engine takes the print; with undefined if `reserve` returned it. Throws `printer-cannot-print` after an abort, and
   * `command-expired`; `accepted` rejects with a problem when printing was aborted meanwhile or the engine refused the print.
   */
  reserve(runtime: PrinterRuntime, request: SendRequest, reserve: Reserve): Promise<ReservedPrint | undefined> {
    const { aborts, operation, expiry } = request;
    const reserved = Promise.withResolvers<ReservedPrint | undefined>();
    const accepted = runtime.commitStep(aborts, operation, async () => {
      expiry?.refuseLate();
      const print = await this.#write(reserve);
      reserved.resolve(print && { accepted });
      if (!print) return;
      await this.#refuseAborted(runtime, print, request);
      await this.#handOver(runtime, print);
    });
    accepted.catch(reserved.reject);
    return reserved.promise;
  }

  /**
   * Reserves the print and marks it `sent` in one commit, before the engine gets it: after a crash in between it is unknown, never lost. Two
   * commits would prove no more, since the engine may get the print in any moment after the second one, and take twice the time.
   */
  #write(reserve: Reserve): Promise<EnginePrint | undefined> {
    const { commits, disk, ledger } = this.#deps;
    return disk.run(() =>
      commits.run(async (trx) => {
        const print = await reserve(trx);
        if (print) await ledger.send(print.id, trx);
        return print;
      }),
    );
  }

  /** Voids the print if printing was aborted while it was written, and throws `printer-cannot-print`. */
  async #refuseAborted(runtime: PrinterRuntime, { id }: EnginePrint, { aborts, operation }: SendRequest): Promise<void> {
    const { disk, settlement } = this.#deps;
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
