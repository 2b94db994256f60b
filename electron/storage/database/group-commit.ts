import type { Kysely, Transaction } from 'kysely';
import { savepointOfCallbacks, writeTransaction } from './open-transactions.ts';
import { Statement } from './statement.ts';

/** Most tasks in one commit: a query on the database itself waits for the whole group. */
const MAX_TASKS = 128;
/** Longest wait for expected tasks, in milliseconds: the time of some commits. */
const GATHER_LIMIT = 20;

const SAVEPOINT = new Statement('SAVEPOINT work');
const RELEASE = new Statement('RELEASE work');
const ROLLBACK = new Statement('ROLLBACK TO work');

export interface WorkOptions {
  /** Waits up to 20 ms for expected tasks (`expect`), to share a commit with them. */
  isPatient?: boolean;
  /** Has no effect outside the database, so that it can be rolled back and run again. */
  isRepeatable?: boolean;
}

interface Member<Schema> {
  work: (trx: Transaction<Schema>) => Promise<unknown>;
  resolve: (result: unknown) => void;
  reject: (reason: unknown) => void;
  options: WorkOptions;
  /** Settles the caller's promise; called when the group is durable. */
  answer: (() => void) | undefined;
}

/**
 * Group commit: concurrent write tasks share one commit, since a sync takes the same time for one task and for a hundred. A group starts in the next
 * iteration of the event loop, so a single task does not wait; tasks that arrive during a commit form the next group.
 */
export class GroupCommit<Schema> {
  readonly #db: Kysely<Schema>;
  #waiting: Member<Schema>[] = [];
  #isRunning = false;
  /** Number of expected tasks. */
  #expected = 0;
  #onArrival: (() => void) | undefined;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /**
   * Runs `work`, which may use `trx` only, in the order of the calls, and resolves when its changes are durable. A task that fails is rolled back
   * alone; when the commit fails, every task of the group rejects with its error.
   */
  run<Result>(work: (trx: Transaction<Schema>) => Promise<Result>, options: WorkOptions = {}): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting.push({ work, resolve: resolve as (result: unknown) => void, reject, options, answer: undefined });
    if (!this.#isRunning) void this.#runGroups();
    this.#onArrival?.();
    return promise;
  }

  /** Announces a task: groups of patient tasks wait for it. Call the returned function when it has been added, or will not be. */
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
      await this.#commit(this.#waiting.splice(0, MAX_TASKS));
      await nextTurn();
    }
    this.#isRunning = false;
  }

  async #gather(): Promise<void> {
    if (!this.#isWorthWaiting()) return;
    const gathered = Promise.withResolvers<unknown>();
    const timer = setTimeout(gathered.resolve, GATHER_LIMIT);
    this.#onArrival = () => {
      if (!this.#isWorthWaiting()) gathered.resolve(undefined);
    };
    await gathered.promise;
    clearTimeout(timer);
    this.#onArrival = undefined;
  }

  #isWorthWaiting(): boolean {
    return this.#expected > 0 && this.#waiting.length < MAX_TASKS && this.#waiting.every(({ options }) => options.isPatient);
  }

  /** Never rejects: every member's promise is settled. */
  async #commit(group: readonly Member<Schema>[]): Promise<void> {
    try {
      await this.#write(group);
      for (const { answer } of group) answer?.();
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  /** Runs repeatable tasks without savepoints, which cost as much as the tasks. If one fails, the group runs again with savepoints. */
  async #write(group: readonly Member<Schema>[]): Promise<void> {
    const isShared = group.length > 1;
    if (!isShared || !group.every(({ options }) => options.isRepeatable)) return this.#transact(group, isShared);
    try {
      await this.#transact(group, false);
    } catch {
      // An error that concerns the whole group occurs again.
      await this.#transact(group, true);
    }
  }

  #transact(group: readonly Member<Schema>[], hasSavepoints: boolean): Promise<void> {
    return writeTransaction(this.#db, async (trx) => {
      for (const member of group) await attempt(member, trx, hasSavepoints);
    });
  }
}

/**
 * Runs one task. Rejects, and fails the group, when the task failed and cannot be rolled back alone: it has no savepoint, or SQLite has rolled back
 * the whole transaction.
 */
async function attempt<Schema>(member: Member<Schema>, trx: Transaction<Schema>, hasSavepoint: boolean): Promise<void> {
  const { work, resolve, reject } = member;
  if (hasSavepoint) await SAVEPOINT.run(trx);
  const removeCallbacks = savepointOfCallbacks(trx);
  try {
    const result = await work(trx);
    member.answer = () => resolve(result);
  } catch (error) {
    if (!hasSavepoint) throw error;
    await ROLLBACK.run(trx).catch(() => {
      throw error;
    });
    removeCallbacks();
    member.answer = () => reject(error);
  }
  if (hasSavepoint) await RELEASE.run(trx);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
