import type { WalSync } from './wal-sync.ts';

/**
 * Makes the commits of a connection durable. A commit is written to the WAL and visible to readers at once; the WAL is then synced outside the event
 * loop. At most one commit is not durable: the next transaction starts after the sync, so that frames after a torn commit prove a loss.
 */
export class Durability {
  readonly #sync: Pick<WalSync, 'now' | 'later'>;
  readonly #onFailure: (error: unknown) => Error;
  #hasChanges = false;
  #isSyncNeeded = false;
  #syncing: Promise<void> | undefined;
  #lastLock: Promise<undefined> | undefined;

  /** `onFailure` gets the error of a failed sync, after which the content of the disk is unknown, and returns the error to throw. */
  constructor(sync: Pick<WalSync, 'now' | 'later'>, onFailure: (error: unknown) => Error) {
    this.#sync = sync;
    this.#onFailure = onFailure;
  }

  /**
   * Takes the lock for a write transaction and its sync; returns the function that releases it, which must always be called. Waits for the
   * transactions before; without one it returns synchronously.
   */
  lock(): (() => void) | Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const before = this.#lastLock;
    const unlock = () => {
      if (this.#lastLock === promise) this.#lastLock = undefined;
      resolve(undefined);
    };
    this.#lastLock = promise;
    return before ? before.then(() => unlock) : unlock;
  }

  /** A statement in the open transaction may change the database. */
  change(): void {
    this.#hasChanges = true;
  }

  /** The transaction is in the WAL. The changes of one that was rolled back cause an unneeded sync at the next commit, no more. */
  commit(): void {
    this.#isSyncNeeded ||= this.#hasChanges;
    this.#hasChanges = false;
  }

  /** Resolves when all commits are durable. */
  async whenDurable(): Promise<void> {
    if (!this.#isSyncNeeded) return;
    this.#syncing ??= this.#syncLater();
    await this.#syncing;
  }

  /** Runs a statement outside a transaction. It is durable when this returns. */
  runDurably<Result>(statement: () => Result): Result {
    if (this.#isSyncNeeded) this.#syncNow();
    const result = statement();
    this.#syncNow();
    return result;
  }

  async #syncLater(): Promise<void> {
    try {
      await this.#sync.later();
      this.#isSyncNeeded = false;
    } catch (error) {
      throw this.#onFailure(error);
    } finally {
      this.#syncing = undefined;
    }
  }

  #syncNow(): void {
    try {
      this.#sync.now();
      this.#isSyncNeeded = false;
    } catch (error) {
      throw this.#onFailure(error);
    }
  }
}
