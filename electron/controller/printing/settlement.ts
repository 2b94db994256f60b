import type { StatusError } from '#contract/api-v3/status-error.ts';
import type { ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { GroupCommit } from '#storage/database/group-commit.ts';
import type { Log } from '#process/log.ts';
import type { DiskGuard } from '../disk/disk-guard.ts';
import type { History } from '../history/history.ts';
import { countDifference, judgeByCount, type CountReading } from '../ledger/count-reconciliation.ts';
import type { Ledger, Outcome } from '../ledger/ledger.ts';
import type { MovedPrint } from '../ledger/print-statements.ts';
import type { JobQueues } from '../queue/job-queues.ts';

export interface SettlementDeps {
  commits: GroupCommit<ControllerSchema>;
  disk: DiskGuard;
  ledger: Ledger;
  jobs: JobQueues;
  orders: { reopen(job: string, trx: ControllerTransaction): Promise<void> };
  history: History;
  now: () => number;
  log: Log;
}

/** The engine's count and the time of a confirmed print; empty when the outcome is decided later. */
interface Mark {
  counted?: number | undefined;
  at?: number;
}

interface Settled {
  /** The part of the engine's count that prints explain now. */
  accounted: number | undefined;
}

/**
 * Settles prints: writes the outcome into ledger, job, counts and history in one transaction. On a full disk the transaction waits for
 * space.
 */
export class Settlement {
  readonly #deps: SettlementDeps;

  constructor(deps: SettlementDeps) {
    this.#deps = deps;
  }

  /** Settles the prints that the last run left open. Call before anything prints. Returns the differences of the ledger check. */
  async recover(): Promise<StatusError[]> {
    const { commits, ledger } = this.#deps;
    await commits.run(async (trx) => {
      for (const print of await ledger.startEpoch(trx)) await this.#countVoided(print, trx);
    });
    return ledger.checkAccounts();
  }

  /**
   * The engine confirmed a print; `counted` is its own count after it. Returns a sentence for the operator if the count does not match the
   * ledger.
   */
  async printed(printer: string, { id, counted }: { id: number; counted?: number | undefined }): Promise<StatusError | undefined> {
    const { ledger, now, log } = this.#deps;
    return this.#write(async (trx) => {
      const settled = await this.#settle({ id, to: 'printed' }, { counted, at: now() }, trx);
      if (!settled) log.warn(`the engine confirmed print ${id}, which was settled already`);
      const { accounted } = settled ?? { accounted: await ledger.explainedMarks(printer, trx) };
      return counted === undefined ? undefined : this.difference(printer, { counted, accounted }, trx);
    });
  }

  /** The error of the printer if the engine's count cannot be explained by confirmed and unknown prints. */
  async difference(
    printer: string,
    { counted, accounted }: { counted: number; accounted: number | undefined },
    trx: ControllerTransaction,
  ): Promise<StatusError | undefined> {
    if (accounted === undefined || accounted === counted) return undefined;
    return countDifference({ counted, accounted, unknown: (await this.#deps.ledger.unknownOfDevice(printer, trx)).length });
  }

  /** The device has the print and cannot confirm it. */
  async handedOver(id: number): Promise<void> {
    await this.#write((trx) => this.#settle({ id, to: 'handed-over' }, {}, trx));
  }

  /** The print was certainly not made. Its values stay spent; its copy is owed again. */
  async voided(id: number, reason: string): Promise<void> {
    await this.#write((trx) => this.#settle({ id, to: 'void', reason }, {}, trx));
  }

  /** The outcome of the print is unknown. */
  async unknown(id: number, reason: string): Promise<void> {
    await this.#write((trx) => this.#deps.ledger.markUnknown([id], reason, trx));
  }

  /** An operator resolves an unknown print. */
  async resolve(outcome: Outcome, trx: ControllerTransaction): Promise<void> {
    await this.#settle(outcome, {}, trx);
  }

  /** The engine has dropped all its prints: `ids` and reserved prints are void, other sent prints are unknown. */
  async dropped({ printer, ids, reason }: { printer: string; ids: readonly number[]; reason: string }): Promise<void> {
    const { ledger } = this.#deps;
    await this.#write(async (trx) => {
      for (const id of ids) await this.#settle({ id, to: 'void', reason }, {}, trx);
      const open = await ledger.open(printer, trx);
      for (const { id, state } of open) if (state === 'reserved') await this.#settle({ id, to: 'void', reason }, {}, trx);
      const sent = open.filter(({ state }) => state === 'sent').map(({ id }) => id);
      await ledger.markUnknown(sent, `${reason} before the engine confirmed`, trx);
    });
  }

  /**
   * Settles unknown prints by the engine's own count, while the engine holds none of them. Returns the error of the printer if a
   * mismatch remains.
   */
  async reconcile(
    printer: string,
    { counted, leavesPartialPrints }: Pick<CountReading, 'counted' | 'leavesPartialPrints'>,
  ): Promise<StatusError | undefined> {
    const { ledger, log } = this.#deps;
    return this.#write(async (trx) => {
      const unknown = await ledger.unknownOfDevice(printer, trx);
      const accounted = await ledger.explainedMarks(printer, trx);
      if (accounted === undefined) {
        if (unknown.length === 0) await ledger.acceptMarks(printer, counted, trx);
        return undefined;
      }
      const { printed, voided, fault } = judgeByCount({ counted, accounted, unknown, leavesPartialPrints });
      for (const id of printed) await this.#settle({ id, to: 'printed' }, {}, trx);
      const reason = "not made according to the printer's own count";
      for (const id of voided) await this.#settle({ id, to: 'void', reason }, {}, trx);
      if (printed.length + voided.length > 0) {
        log.info(`${printer}: by the printer's own count, ${printed.length} unknown prints were made and ${voided.length} were not`);
      }
      return fault;
    });
  }

  /** An outcome must not be lost: on a full disk it waits for space. */
  #write<Result>(write: (trx: ControllerTransaction) => Promise<Result>): Promise<Result> {
    const { commits, disk } = this.#deps;
    return disk.runWhenWritable(() => commits.run(write));
  }

  /** Settles a print and updates every count of it. Returns undefined, and changes nothing, if it was settled before. */
  async #settle(outcome: Outcome, mark: Mark, trx: ControllerTransaction): Promise<Settled | undefined> {
    const { ledger, jobs, history, now, log } = this.#deps;
    const print = await ledger.settle(outcome, trx);
    if (!print) return undefined;
    if (outcome.to === 'void') {
      await this.#countVoided(print, trx);
      return { accounted: undefined };
    }
    const isConfirmed = outcome.to === 'printed';
    const fault = await jobs.countPrinted(print, outcome.to, trx);
    if (fault !== undefined) log.warn(`print ${print.id} was made but is not counted in its table: ${fault}`);
    const isTest = print.purpose === 'test';
    if (!isConfirmed) {
      if (!isTest) await history.countHandedOver(print.printer, trx);
      return { accounted: undefined };
    }
    if (!isTest) await history.countPrinted({ printer: print.printer, at: mark.at ?? print.sent ?? now() }, trx);
    return { accounted: await ledger.explainMark(print.printer, mark.counted, trx) };
  }

  /** Its copy is owed again, also to an order that was done. */
  async #countVoided(print: MovedPrint, trx: ControllerTransaction): Promise<void> {
    const { jobs, orders } = this.#deps;
    await jobs.countVoided(print, trx);
    if (print.reprint_of === null) await orders.reopen(print.job, trx);
  }
}
