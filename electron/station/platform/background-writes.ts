import { LRUCache } from 'lru-cache';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { StationDatabase, StationTransaction } from '#storage/database/station-schema.ts';
import type { Clock } from './system-clock.ts';

/** Milliseconds that a write waits for others to share its commit. A power cut loses the writes of this time. */
const COMMIT_DELAY = 250;
/** Milliseconds between a failed commit and the next attempt. */
const RETRY_DELAY = 10_000;
/** Limits of the queue. While the disk is full, the oldest writes beyond them are dropped. */
const MAX_WRITES = 5_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Assumed size of a write in memory: an entry of the event log, an alarm. */
const DEFAULT_BYTES = 8 * 1024;

type Write = (trx: StationTransaction) => Promise<unknown>;

export interface WriteOptions {
  /** Replaces a queued write with the same key: while the disk is full, not every change of a record stays in memory. */
  key?: string | symbol;
  /** Memory that the write holds while it is queued. */
  bytes?: number;
}

export interface BackgroundWritesOptions {
  db: StationDatabase;
  clock: Clock;
  /** Logs a failed commit; not again before one has succeeded. */
  report: (error: unknown) => void;
}

/** A queue of database writes that no caller waits for. They run in order, many in one transaction, and are retried until they succeed. */
export class BackgroundWrites {
  readonly #options: BackgroundWritesOptions;
  #queue = newQueue();
  #cancelNext: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();
  #hasFailed = false;

  constructor(options: BackgroundWritesOptions) {
    this.#options = options;
  }

  add(write: Write, { key = Symbol('write'), bytes = DEFAULT_BYTES }: WriteOptions = {}): void {
    this.#queue.set(key, write, { size: bytes });
    this.#cancelNext ??= this.#options.clock.after(COMMIT_DELAY, () => void this.flush());
  }

  /** Commits the queued writes. Never rejects. */
  flush(): Promise<void> {
    this.#cancelNext?.();
    this.#cancelNext = undefined;
    this.#writing = this.#writing.then(() => this.#commit());
    return this.#writing;
  }

  /** Commits the queued writes once more. Writes that fail are dropped. */
  async stop(): Promise<void> {
    await this.flush();
    this.#cancelNext?.();
  }

  async #commit(): Promise<void> {
    const writes = this.#queue;
    this.#queue = newQueue();
    if (writes.size === 0) return;
    try {
      await inTransaction(this.#options.db, async (trx) => {
        for (const [, { value: write }] of writes.dump()) await write(trx);
      });
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) this.#options.report(error);
      this.#hasFailed = true;
      const addedSince = this.#queue;
      this.#queue = writes;
      for (const [key, { value: write, size = DEFAULT_BYTES }] of addedSince.dump()) writes.set(key, write, { size });
      this.#cancelNext ??= this.#options.clock.after(RETRY_DELAY, () => void this.flush());
    }
  }
}

/** An LRU cache whose entries are never read is a queue with limits. */
function newQueue(): LRUCache<string | symbol, Write> {
  return new LRUCache({ max: MAX_WRITES, maxSize: MAX_BYTES });
}
