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
  #waiting: Work[] = [];
  #cancelNext: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();
  #hasFailed = false;

  constructor(options: BackgroundWritesOptions) {
    this.#options = options;
  }

  add(work: Work): void {
    this.#waiting.push(work);
    if (this.#waiting.length > MOST_WAITING) this.#waiting.shift();
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
    const works = this.#waiting.splice(0);
    if (works.length === 0) return;
    try {
      await inTransaction(this.#options.db, async (trx) => {
        for (const work of works) await work(trx);
      });
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) this.#options.report(error);
      this.#hasFailed = true;
      this.#waiting = [...works, ...this.#waiting].slice(-MOST_WAITING);
      this.#cancelNext ??= this.#options.clock.after(PAUSE, () => void this.flush());
    }
  }
}
