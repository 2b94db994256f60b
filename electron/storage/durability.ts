import type { LogSync } from './log-sync.ts';

/**
 * Which changes of a connection a power cut cannot take back any more. A commit is written to the log and seen by every reader at once; only
 * then the disk is asked to keep it, beside the event loop. At most one commit is not durable: the next one begins when it is, so that what
 * stands in a log behind a torn commit says that something was lost.
 */
export class Durability {
  readonly #sync: Pick<LogSync, 'now' | 'later'>;
  readonly #onFailure: (error: unknown) => Error;
  #hasChanges = false;
  #isAhead = false;
  #reaching: Promise<void> | undefined;
  #lastTurn: Promise<undefined> | undefined;

  /** `onFailure` hears what the disk throws, after which nobody knows what is on it, and gives what is thrown instead. */
  constructor(sync: Pick<LogSync, 'now' | 'later'>, onFailure: (error: unknown) => Error) {
    this.#sync = sync;
    this.#onFailure = onFailure;
  }

  /**
   * Waits until no other transaction is open or on its way to the disk: not at all when there is none. What is returned ends the turn, and is
   * always to be called.
   */
  turn(): (() => void) | Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const before = this.#lastTurn;
    const end = () => {
      if (this.#lastTurn === promise) this.#lastTurn = undefined;
      resolve(undefined);
    };
    this.#lastTurn = promise;
    return before ? before.then(() => end) : end;
  }

  /** A statement in the open transaction changes something. */
  change(): void {
    this.#hasChanges = true;
  }

  /** The transaction is in the log. One that was taken back leaves nothing behind but a sync that is not needed. */
  commit(): void {
    this.#isAhead ||= this.#hasChanges;
    this.#hasChanges = false;
  }

  /** Resolves once everything that was committed is durable. */
  async reached(): Promise<void> {
    if (!this.#isAhead) return;
    this.#reaching ??= this.#reach();
    await this.#reaching;
  }

  /** A statement without a transaction, which is durable when this returns. */
  alone<Result>(statement: () => Result): Result {
    if (this.#isAhead) this.#reachNow();
    const result = statement();
    this.#reachNow();
    return result;
  }

  async #reach(): Promise<void> {
    try {
      await this.#sync.later();
      this.#isAhead = false;
    } catch (error) {
      throw this.#onFailure(error);
    } finally {
      this.#reaching = undefined;
    }
  }

  #reachNow(): void {
    try {
      this.#sync.now();
      this.#isAhead = false;
    } catch (error) {
      throw this.#onFailure(error);
    }
  }
}
