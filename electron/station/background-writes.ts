import { LRUCache } from 'lru-cache';
import { inTransaction } from '#storage/in-transaction.ts';
import type { StationDatabase, StationTransaction } from '#storage/station-schema.ts';
import type { Clock } from './clock.ts';

/** How long a write waits for others to share its commit, in milliseconds: so much is lost in a power cut. */
const GATHERING = 250;
/** How long after a failure it is tried again. */
const PAUSE = 10_000;
/** Works that wait at most, and the bytes that they hold together. On a disk that stays full the oldest give way. */
const MOST_WAITING = 5_000;
const MOST_BYTES = 64 * 1024 * 1024;
/** What a work holds that does not say how much: an entry of the event log, an alarm. */
const USUAL_BYTES = 8 * 1024;

type Work = (trx: StationTransaction) => Promise<unknown>;

/** What is known of a work beside what it does. */
export interface WorkOptions {
  /** What waits of the same matter is written no more: on a disk that stays full each change of it would stay in memory. */
  matter?: string | symbol;
  /** What it holds in memory while it waits, in bytes. */
  bytes?: number;
}

export interface BackgroundWritesOptions {
  db: StationDatabase;
  clock: Clock;
  /** Tells the log why something could not be written, once until it can be again. */
  report: (error: unknown) => void;
}

/** Writes that nobody waits for: done in order, many in one commit, and tried again when the disk does not take them. */
export class BackgroundWrites {
  readonly #options: BackgroundWritesOptions;
  /** By their matter; what has none is one of its own. */
  #waiting = newQueue();
  #cancelNext: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();
  #hasFailed = false;

  constructor(options: BackgroundWritesOptions) {
    this.#options = options;
  }

  add(work: Work, { matter = Symbol('its own'), bytes = USUAL_BYTES }: WorkOptions = {}): void {
    this.#waiting.set(matter, work, { size: bytes });
    this.#cancelNext ??= this.#options.clock.after(GATHERING, () => void this.flush());
  }

  /** Writes what waits. Never rejects. */
  flush(): Promise<void> {
    this.#cancelNext?.();
    this.#cancelNext = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** Writes what waits, and leaves what the disk does not take. */
  async stop(): Promise<void> {
    await this.flush();
    this.#cancelNext?.();
  }

  async #write(): Promise<void> {
    const works = this.#waiting;
    this.#waiting = newQueue();
    if (works.size === 0) return;
    try {
      await inTransaction(this.#options.db, async (trx) => {
        for (const [, { value: work }] of works.dump()) await work(trx);
      });
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) this.#options.report(error);
      this.#hasFailed = true;
      const since = this.#waiting;
      this.#waiting = works;
      // Behind what waits already.
      for (const [matter, { value: work, size = USUAL_BYTES }] of since.dump()) works.set(matter, work, { size });
      this.#cancelNext ??= this.#options.clock.after(PAUSE, () => void this.flush());
    }
  }
}

function newQueue(): LRUCache<string | symbol, Work> {
  return new LRUCache({ max: MOST_WAITING, maxSize: MOST_BYTES });
}
