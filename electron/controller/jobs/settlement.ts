import type { ControllerSchema, ControllerTransaction } from '#storage/controller-schema.ts';
import type { GroupCommit } from '#storage/group-commit.ts';
import type { Log } from '../engines/log.ts';
import type { History } from '../history/history.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Jobs } from './jobs.ts';

export interface SettlementRooms {
  commits: GroupCommit<ControllerSchema>;
  ledger: Ledger;
  jobs: Jobs;
  history: History;
  now: () => number;
  log: Log;
}

/** What became of a print, written into ledger, job, counts and history in one transaction. */
export class Settlement {
  readonly #rooms: SettlementRooms;

  constructor(rooms: SettlementRooms) {
    this.#rooms = rooms;
  }

  /** Before anything else prints: closes what the last run left open. */
  async recover(): Promise<void> {
    const { commits, ledger, jobs } = this.#rooms;
    await commits.run(async (trx) => {
      for (const print of await ledger.recover(trx)) await jobs.countVoided(print, trx);
    });
    await ledger.checkAccounts();
  }

  /** The engine confirmed the mark. */
  async printed(id: number): Promise<void> {
    const { commits, ledger, jobs, history, now, log } = this.#rooms;
    await commits.run(async (trx) => {
      const print = await ledger.move({ id, to: 'printed' }, trx);
      if (!print) return log.warn(`the engine confirmed print ${id}, which was settled before`);
      const fault = await jobs.countPrinted(print, trx);
      if (fault !== undefined) log.warn(`print ${id} was made, and is not counted in its table: ${fault}`);
      await history.countPrinted({ printer: print.printer, at: now() }, trx);
    });
  }

  /** The print was certainly not made. Its values stay spent; its copy is owed again. */
  async voided(id: number, reason: string): Promise<void> {
    await this.#rooms.commits.run((trx) => this.#void(id, reason, trx));
  }

  /** Nobody can say whether the print was made. */
  async unknown(id: number, reason: string): Promise<void> {
    await this.#rooms.commits.run((trx) => this.#rooms.ledger.move({ id, to: 'unknown', reason }, trx));
  }

  /**
   * After the engine let go of everything: the prints that it dropped are void, so is what it never was given, and of any other
   * print nobody can tell.
   */
  async dropped({ printer, ids, reason }: { printer: string; ids: readonly number[]; reason: string }): Promise<void> {
    const { commits, ledger } = this.#rooms;
    const certain = new Set(ids);
    await commits.run(async (trx) => {
      for (const { id, state } of await ledger.open(printer, trx)) {
        if (state === 'reserved' || certain.has(id)) await this.#void(id, reason, trx);
        else await ledger.move({ id, to: 'unknown', reason: `${reason} before the engine confirmed` }, trx);
      }
    });
  }

  async #void(id: number, reason: string, trx: ControllerTransaction): Promise<void> {
    const print = await this.#rooms.ledger.move({ id, to: 'void', reason }, trx);
    if (print) await this.#rooms.jobs.countVoided(print, trx);
  }
}
