import type { Kysely, Transaction } from 'kysely';
import { readTransaction } from './open-transactions.ts';

interface Member<Schema> {
  work: (trx: Transaction<Schema>) => Promise<void>;
  reject: (reason: unknown) => void;
}

/**
 * Runs concurrent read tasks in one shared transaction: all of them see the same snapshot, and the cost of the transaction is paid once. A group
 * starts in the next iteration of the event loop.
 */
export class GroupRead<Schema> {
  readonly #db: Kysely<Schema>;
  #waiting: Member<Schema>[] = [];
  #isRunning = false;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /** Runs `work`, which may use `trx` only, and settles as soon as it does. */
  run<Result>(work: (trx: Transaction<Schema>) => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting.push({ work: (trx) => work(trx).then(resolve, reject), reject });
    if (!this.#isRunning) void this.#runGroups();
    return promise;
  }

  async #runGroups(): Promise<void> {
    this.#isRunning = true;
    await nextTurn();
    while (this.#waiting.length > 0) await this.#read(this.#waiting.splice(0));
    this.#isRunning = false;
  }

  /** Never rejects: every member's promise is settled. */
  async #read(group: readonly Member<Schema>[]): Promise<void> {
    try {
      await readTransaction(this.#db, async (trx) => {
        for (const { work } of group) await work(trx);
      });
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
