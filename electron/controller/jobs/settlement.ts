import type { ControllerSchema, ControllerTransaction } from '#storage/controller-schema.ts';
import type { GroupCommit } from '#storage/group-commit.ts';
import type { Log } from '../engines/log.ts';
import type { UnwritableDisk } from '../unwritable-disk.ts';
import type { History } from '../history/history.ts';
import { countDifference, judgeByCount } from '../ledger/engine-count.ts';
import type { Ledger, Outcome } from '../ledger/ledger.ts';
import type { Jobs } from './jobs.ts';

export interface SettlementRooms {
  commits: GroupCommit<ControllerSchema>;
  disk: UnwritableDisk;
  ledger: Ledger;
  jobs: Jobs;
  history: History;
  now: () => number;
  log: Log;
}

/** What the engine said with its mark, and when; nothing when somebody says so later. */
interface Mark {
  counted?: number | undefined;
  at?: number;
}

interface Settled {
  /** What prints explain of the engine's count now. */
  accounted: number | undefined;
}

/** What became of a print, written into ledger, job, counts and history in one transaction, which waits for room on a full disk. */
export class Settlement {
  readonly #rooms: SettlementRooms;

  constructor(rooms: SettlementRooms) {
    this.#rooms = rooms;
  }

  /** Before anything else prints: closes what the last run left open. Returns what differs in the accounts. */
  async recover(): Promise<string[]> {
    const { commits, ledger, jobs } = this.#rooms;
    await commits.run(async (trx) => {
      for (const print of await ledger.begin(trx)) await jobs.countVoided(print, trx);
    });
    return ledger.checkAccounts();
  }

  /**
   * The engine confirmed the mark; `counted` is its own count behind it. Returns what a person has to look at when that is not what the
   * prints explain.
   */
  async printed(printer: string, { id, counted }: { id: number; counted?: number | undefined }): Promise<string | undefined> {
    const { ledger, now, log } = this.#rooms;
    return this.#keep(async (trx) => {
      const settled = await this.#settle({ id, to: 'printed' }, { counted, at: now() }, trx);
      if (!settled) log.warn(`the engine confirmed print ${id}, which was settled before`);
      const { accounted } = settled ?? { accounted: await ledger.explainedMarks(printer, trx) };
      return counted === undefined ? undefined : this.difference(printer, { counted, accounted }, trx);
    });
  }

  /** What a person has to look at when the engine counts other than prints and unknown prints explain. */
  async difference(
    printer: string,
    { counted, accounted }: { counted: number; accounted: number | undefined },
    trx: ControllerTransaction,
  ): Promise<string | undefined> {
    if (accounted === undefined || accounted === counted) return undefined;
    return countDifference({ counted, accounted, unknown: (await this.#rooms.ledger.unknown(printer, trx)).length });
  }

  /** The print was certainly not made. Its values stay spent; its copy is owed again. */
  async voided(id: number, reason: string): Promise<void> {
    await this.#keep((trx) => this.#settle({ id, to: 'void', reason }, {}, trx));
  }

  /** Nobody can say whether the print was made. */
  async unknown(id: number, reason: string): Promise<void> {
    await this.#keep((trx) => this.#rooms.ledger.lose([id], reason, trx));
  }

  /** Somebody says what became of an unknown print. */
  async resolve(outcome: Outcome, trx: ControllerTransaction): Promise<void> {
    await this.#settle(outcome, {}, trx);
  }

  /**
   * After the engine let go of everything: the prints that it dropped are void, so is what it never was given, and of any other
   * print nobody can tell.
   */
  async dropped({ printer, ids, reason }: { printer: string; ids: readonly number[]; reason: string }): Promise<void> {
    const { ledger } = this.#rooms;
    await this.#keep(async (trx) => {
      for (const id of ids) await this.#settle({ id, to: 'void', reason }, {}, trx);
      const open = await ledger.open(printer, trx);
      for (const { id, state } of open) if (state === 'reserved') await this.#settle({ id, to: 'void', reason }, {}, trx);
      const sent = open.filter(({ state }) => state === 'sent').map(({ id }) => id);
      await ledger.lose(sent, `${reason} before the engine confirmed`, trx);
    });
  }

  /**
   * What the engine's count says of the unknown prints of its printer, while it holds none of them. Returns what a person has to look at.
   */
  async reconcile(printer: string, counted: number): Promise<string | undefined> {
    const { ledger, log } = this.#rooms;
    return this.#keep(async (trx) => {
      const unknown = await ledger.unknown(printer, trx);
      const accounted = await ledger.explainedMarks(printer, trx);
      if (accounted === undefined) {
        if (unknown.length === 0) await ledger.acceptMarks(printer, counted, trx);
        return undefined;
      }
      const { printed, voided, fault } = judgeByCount({ counted, accounted, unknown });
      for (const id of printed) await this.#settle({ id, to: 'printed' }, {}, trx);
      const reason = "the printer's own count says that it was not made";
      for (const id of voided) await this.#settle({ id, to: 'void', reason }, {}, trx);
      if (unknown.length > 0 && fault === undefined) {
        log.info(`${printer}: of the unknown prints ${printed.length} were made and ${voided.length} were not, by the printer's own count`);
      }
      return fault;
    });
  }

  /** What became of a print is never lost: it waits for room on a full disk. */
  #keep<Result>(write: (trx: ControllerTransaction) => Promise<Result>): Promise<Result> {
    const { commits, disk } = this.#rooms;
    return disk.keep(() => commits.run(write));
  }

  /** Moves a print and everything that counts it. Returns undefined when it was settled before; then nothing changes. */
  async #settle(outcome: Outcome, mark: Mark, trx: ControllerTransaction): Promise<Settled | undefined> {
    const { ledger, jobs, history, now, log } = this.#rooms;
    const print = await ledger.settle(outcome, trx);
    if (!print) return undefined;
    if (outcome.to === 'void') {
      await jobs.countVoided(print, trx);
      return { accounted: undefined };
    }
    const fault = await jobs.countPrinted(print, trx);
    if (fault !== undefined) log.warn(`print ${print.id} was made, and is not counted in its table: ${fault}`);
    await history.countPrinted({ printer: print.printer, at: mark.at ?? print.sent ?? now() }, trx);
    return { accounted: await ledger.explainMark(print.printer, mark.counted, trx) };
  }
}
