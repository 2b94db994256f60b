import type { EngineCount } from '#contract/api-v3/engine-count.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { GroupCommit } from '#storage/database/group-commit.ts';
import { settlingCount } from '../engines/settling-count.ts';
import type { Log } from '#process/log.ts';
import type { DiskGuard } from '../disk/disk-guard.ts';
import type { IdempotentRequest } from '../idempotency/idempotent-request.ts';
import type { AcceptedCounts } from '../ledger/accepted-counts.ts';
import { ENGINE, type Ledger, type Outcome } from '../ledger/ledger.ts';
import { notUnknown } from '../ledger/print-problems.ts';
import type { PrinterRuntime } from '../runtime/printer-runtime.ts';
import type { PrinterRuntimes } from '../runtime/printer-runtimes.ts';
import type { Settlement } from './settlement.ts';

export interface PrintResolutionDeps {
  commits: GroupCommit<ControllerSchema>;
  disk: DiskGuard;
  runtimes: PrinterRuntimes;
  ledger: Ledger;
  acceptedCounts: AcceptedCounts;
  settlement: Settlement;
  log: Log;
}

/** A person's statement: the name, empty when the client gave none, and the reason. */
export interface OperatorStatement {
  by: string;
  reason: string;
  idempotency?: IdempotentRequest | undefined;
}

/** Operator decisions: the outcome of an unknown print, and the acceptance of a print count mismatch. */
export class PrintResolution {
  readonly #deps: PrintResolutionDeps;

  constructor(deps: PrintResolutionDeps) {
    this.#deps = deps;
  }

  /**
   * Settles an unknown print. With the last unknown print of a printer, the printer's own count is accepted: the person has checked every
   * product. Throws `not-found`, and `print-not-unknown` for any other print.
   */
  async resolve(id: number, to: Outcome['to'], statement: OperatorStatement): Promise<void> {
    const { ledger, runtimes, settlement } = this.#deps;
    if (statement.by === ENGINE) throw namedAsEngine();
    const runtime = runtimes.get((await ledger.find(id)).printer);
    await this.#runDecision(runtime, statement, async (counted, trx) => {
      const { printer, state } = await ledger.find(id, trx);
      if (state !== 'unknown') throw notUnknown(id, state);
      await settlement.resolve({ id, to, reason: statement.reason, by: statement.by }, trx);
      if (counted === undefined) return runtime.countFault;
      if ((await ledger.unknown(printer, trx)).length === 0) return this.#accept(printer, { counted, statement }, trx);
      return settlement.difference(printer, { counted, accounted: await ledger.explainedMarks(printer, trx) }, trx);
    });
    runtime.prefetchNextPrint();
  }

  /** The printer's own count, the count that prints explain, and the last accepted mismatch. */
  async count(printerName: string): Promise<EngineCount> {
    const { runtimes, ledger, acceptedCounts } = this.#deps;
    const { engine } = runtimes.get(printerName).printer;
    return {
      counted: settlingCount(engine) ?? null,
      explained: (await ledger.explainedMarks(printerName)) ?? null,
      accepted: (await acceptedCounts.last(printerName)) ?? null,
    };
  }

  /** Accepts the printer's own count. Throws `count-not-acceptable` while prints are unknown and for a printer without a count. */
  async acceptCount(printerName: string, statement: OperatorStatement): Promise<void> {
    const { runtimes, ledger } = this.#deps;
    await this.#runDecision(runtimes.get(printerName), statement, async (counted, trx) => {
      if (counted === undefined) throw notAcceptable(printerName, `"${printerName}" does not report a count.`);
      const unknown = (await ledger.unknown(printerName, trx)).length;
      if (unknown > 0) {
        const prints = unknown === 1 ? '1 print of' : `${unknown} prints of`;
        throw notAcceptable(
          printerName,
          `The outcome of ${prints} "${printerName}" is unknown: resolve it first, then the count can be accepted.`,
        );
      }
      return this.#accept(printerName, { counted, statement }, trx);
    });
  }

  /** Runs one decision. Reports until now are included in the engine's count and are recorded before; later ones are recorded after. */
  async #runDecision(
    runtime: PrinterRuntime,
    { idempotency }: OperatorStatement,
    decide: (counted: number | undefined, trx: ControllerTransaction) => Promise<StatusError | undefined>,
  ): Promise<void> {
    this.#deps.disk.throwIfUnwritable();
    const counted = settlingCount(runtime.printer.engine);
    const write = async (trx: ControllerTransaction) => {
      const fault = await decide(counted, trx);
      await idempotency?.store(undefined, trx);
      return fault;
    };
    await runtime.reports.run(async () => {
      runtime.countFault = await this.#deps.commits.run(write);
    });
  }

  async #accept(
    printer: string,
    { counted, statement }: { counted: number; statement: OperatorStatement },
    trx: ControllerTransaction,
  ): Promise<undefined> {
    const { ledger, acceptedCounts, log } = this.#deps;
    const explained = await ledger.explainedMarks(printer, trx);
    if (explained === counted) return undefined;
    await ledger.acceptMarks(printer, counted, trx);
    if (explained === undefined) return undefined;
    await acceptedCounts.store(printer, { counted, explained, by: statement.by, reason: statement.reason }, trx);
    log.warn(`${printer}: its own count of ${counted} was accepted; the ledger explains ${explained} of them: ${statement.reason}`);
    return undefined;
  }
}

function notAcceptable(printer: string, detail: string): ProblemError {
  return new ProblemError('count-not-acceptable', { detail, instance: `/api/v3/printers/${encodeURIComponent(printer)}/engineCount` });
}

function namedAsEngine(): ProblemError {
  return new ProblemError('invalid-input', { detail: `The name "${ENGINE}" is reserved for the printer itself.` });
}
