import type { Kysely, Transaction } from 'kysely';
import { forgettingActs, runTransaction } from './open-transactions.ts';
import { Statement } from './statement.ts';

/** The most works of one commit: who asks the database itself waits for the whole group. */
const MOST_WORKS = 128;
/** How long a group waits at most for works that are on their way, in milliseconds: some commits. */
const PATIENCE = 20;

const SAVEPOINT = new Statement('SAVEPOINT work');
const RELEASE = new Statement('RELEASE work');
const ROLLBACK = new Statement('ROLLBACK TO work');

/** How a work goes together with others. */
export interface WorkOptions {
  /** It waits a moment for works that are expected. */
  isPatient?: boolean;
  /** It changes nothing but the database, so that it can be taken back and run once more before it is answered. */
  isRepeatable?: boolean;
}

interface Member<Schema> {
  work: (trx: Transaction<Schema>) => Promise<unknown>;
  resolve: (result: unknown) => void;
  reject: (reason: unknown) => void;
  options: WorkOptions;
  /** What it is answered once the group is durable. */
  answer: (() => void) | undefined;
}

/**
 * Works that wait at the same time share one commit: making it durable costs the same for one and for a hundred. A group begins with the
 * next turn of the event loop, so that a work that is alone waits for nobody; what arrives during a commit makes the next group.
 */
export class GroupCommit<Schema> {
  readonly #db: Kysely<Schema>;
  #waiting: Member<Schema>[] = [];
  #isRunning = false;
  /** Patient works that are on their way. */
  #expected = 0;
  #onArrival: (() => void) | undefined;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /**
   * Runs `work` in order, inside only `trx`, and resolves once what it did is durable. A work that fails takes back only what it did
   * itself; when the commit fails, the whole group rejects with its reason.
   */
  run<Result>(work: (trx: Transaction<Schema>) => Promise<Result>, options: WorkOptions = {}): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting.push({ work, resolve: resolve as (result: unknown) => void, reject, options, answer: undefined });
    if (!this.#isRunning) void this.#runGroups();
    this.#onArrival?.();
    return promise;
  }

  /** A work will come soon: a group of patient works waits for it. What is returned says that it came, or that it does not come. */
  expect(): () => void {
    this.#expected += 1;
    let isExpected = true;
    return () => {
      if (!isExpected) return;
      isExpected = false;
      this.#expected -= 1;
      this.#onArrival?.();
    };
  }

  async #runGroups(): Promise<void> {
    this.#isRunning = true;
    await nextTurn();
    while (this.#waiting.length > 0) {
      await this.#gather();
      await this.#commit(this.#waiting.splice(0, MOST_WORKS));
      await nextTurn();
    }
    this.#isRunning = false;
  }

  async #gather(): Promise<void> {
    if (!this.#isWorthWaiting()) return;
    const gathered = Promise.withResolvers<unknown>();
    const timer = setTimeout(gathered.resolve, PATIENCE);
    this.#onArrival = () => {
      if (!this.#isWorthWaiting()) gathered.resolve(undefined);
    };
    await gathered.promise;
    clearTimeout(timer);
    this.#onArrival = undefined;
  }

  #isWorthWaiting(): boolean {
    return this.#expected > 0 && this.#waiting.length < MOST_WORKS && this.#waiting.every(({ options }) => options.isPatient);
  }

  /** Never rejects: every member is answered. */
  async #commit(group: readonly Member<Schema>[]): Promise<void> {
    try {
      await this.#write(group);
      for (const { answer } of group) answer?.();
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  /** Works that can all be repeated need no savepoints, which cost as much as they do themselves: where one fails, all begin again with them. */
  async #write(group: readonly Member<Schema>[]): Promise<void> {
    const isShared = group.length > 1;
    if (!isShared || !group.every(({ options }) => options.isRepeatable)) return this.#transact(group, isShared);
    try {
      await this.#transact(group, false);
    } catch {
      // A reason that is not one work's own comes again.
      await this.#transact(group, true);
    }
  }

  #transact(group: readonly Member<Schema>[], hasSavepoints: boolean): Promise<void> {
    return runTransaction(this.#db, async (trx) => {
      for (const member of group) await attempt(member, trx, hasSavepoints);
    });
  }
}

/**
 * Runs one work. It rejects, and the group with it, when the work failed and cannot be taken back alone: it has no savepoint, or SQLite has
 * taken back the whole transaction.
 */
async function attempt<Schema>(member: Member<Schema>, trx: Transaction<Schema>, hasSavepoint: boolean): Promise<void> {
  const { work, resolve, reject } = member;
  if (hasSavepoint) await SAVEPOINT.run(trx);
  const forgetActs = forgettingActs(trx);
  try {
    const result = await work(trx);
    member.answer = () => resolve(result);
  } catch (error) {
    if (!hasSavepoint) throw error;
    await ROLLBACK.run(trx).catch(() => {
      throw error;
    });
    forgetActs();
    member.answer = () => reject(error);
  }
  if (hasSavepoint) await RELEASE.run(trx);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
