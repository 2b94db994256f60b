import { inTransaction } from '#storage/in-transaction.ts';
import type { StationDatabase, StationTransaction } from '#storage/station-schema.ts';
import type { Clock } from './clock.ts';

/** How long a write waits for others to share its commit, in milliseconds: so much is lost in a power cut. */
const GATHERING = 250;
/** How long after a failure it is tried again. */
const PAUSE = 10_000;
/** Works that wait at most. On a disk that stays full the oldest give way. */
const MOST_WAITING = 5_000;

type Work = (trx: StationTransaction) => Promise<unknown>;

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
  #waiting = new Map<unknown, Work>();
  #cancelNext: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();
  #hasFailed = false;

  constructor(options: BackgroundWritesOptions) {
    this.#options = options;
  }

  /** What waits of the same `matter` is written no more: on a disk that stays full each change of it would stay in memory. */
  add(work: Work, matter: unknown = Symbol('its own')): void {
    this.#wait([[matter, work]]);
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
    this.#waiting = new Map();
    if (works.size === 0) return;
    try {
      await inTransaction(this.#options.db, async (trx) => {
        for (const work of works.values()) await work(trx);
      });
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) this.#options.report(error);
      this.#hasFailed = true;
      const since = this.#waiting;
      this.#waiting = works;
      this.#wait(since);
      this.#cancelNext ??= this.#options.clock.after(PAUSE, () => void this.flush());
    }
  }

  /** Behind what waits already; the oldest give way. */
  #wait(works: Iterable<[unknown, Work]>): void {
    for (const [matter, work] of works) {
      this.#waiting.delete(matter);
      this.#waiting.set(matter, work);
    }
    for (const matter of this.#waiting.keys()) {
      if (this.#waiting.size <= MOST_WAITING) return;
      this.#waiting.delete(matter);
    }
  }
}
