import type { ControllerDatabase, ControllerSchema } from '#storage/controller-schema.ts';
import { LogKeeper } from '#storage/log-keeper.ts';
import type { LogState } from '#storage/log-state.ts';
import type { Log } from './engines/log.ts';
import type { TimerHandle, Timers } from './engines/timers.ts';
import type { UnwritableDisk } from './unwritable-disk.ts';

/** How often it is looked whether enough was written to be put away, in milliseconds, and after how many of these times it is in any case. */
const INTERVAL = 500;
const MOST_TIMES = 60;
/** In bytes. Where nobody holds it back it is begun anew at some megabytes. */
const MOST = 64 * 1024 * 1024;

export const LOG_STUCK =
  'The log of the database grows and cannot be put away: another program has been reading the database for too long. End that program.';

export interface DatabaseLogOptions {
  db: ControllerDatabase;
  /** While the disk takes nothing there is nothing to put away. */
  disk: Pick<UnwritableDisk, 'refusal'>;
  timers: Timers;
  log: Log;
  most?: number;
}

/**
 * Puts the log of the database away before it is long. B14: the log grows for as long as somebody reads what was before it, in the end until the
 * disk is full. Our own readers hold it for seconds at most; another program may for days. That is found out here, and ends by itself with that program.
 */
export class DatabaseLog {
  readonly #options: DatabaseLogOptions;
  readonly #keeper: LogKeeper<ControllerSchema>;
  #times = 0;
  #isStuck = false;
  #isStopped = false;
  #bytesBefore = 0;
  #next: TimerHandle | undefined;
  #looking: Promise<void> | undefined;

  constructor(options: DatabaseLogOptions) {
    this.#options = options;
    this.#keeper = new LogKeeper(options.db);
  }

  /** Whether somebody has to do something about it. */
  get isStuck(): boolean {
    return this.#isStuck;
  }

  start(): void {
    const { timers, log } = this.#options;
    this.#next = timers.setTimeout(() => {
      this.#looking = this.#lookWhenDue()
        .catch((error: unknown) => log.error('the log of the database could not be put away', error))
        .finally(() => {
          if (!this.#isStopped) this.start();
        });
    }, INTERVAL);
  }

  /** What is being put away ends before this resolves. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#next !== undefined) this.#options.timers.clearTimeout(this.#next);
    await this.#looking;
    await this.#keeper.stop();
  }

  async #lookWhenDue(): Promise<void> {
    this.#times += 1;
    if (this.#times < MOST_TIMES && !this.#keeper.isDue) return;
    this.#times = 0;
    await this.look();
  }

  /** Puts away what can be, and sees what is left. */
  async look(): Promise<void> {
    const { disk, log } = this.#options;
    if (disk.refusal) return;
    const state = await this.#keeper.shorten();
    const isStuck = this.#isTooMuch(state);
    this.#bytesBefore = state.bytes;
    if (isStuck === this.#isStuck) return;
    this.#isStuck = isStuck;
    if (isStuck) log.warn(`${LOG_STUCK} It has ${state.bytes} bytes.`);
    else log.info('the log of the database is put away again');
  }

  /** Held back by one reader, or by many in turn, of whom none waits for too long. */
  #isTooMuch({ bytes, heldBack }: LogState): boolean {
    const { most = MOST } = this.#options;
    return heldBack > most || (bytes > this.#bytesBefore && this.#bytesBefore > most);
  }
}
