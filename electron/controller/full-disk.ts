import { ProblemError } from '#contract/problem.ts';
import type { Log } from './engines/log.ts';
import type { TimerHandle, Timers } from './engines/timers.ts';
import { tellNobody, type Tell } from './events/events.ts';

/** How long after a refused write it is tried again, in milliseconds. */
const TRY_AGAIN = 1_000;
/** Writes that wait in memory. What comes beyond them is not written down; the log says how many those were. */
const MOST_KEPT = 10_000;

const FULL = 'The disk of the controller is full: nothing is printed until there is room.';

interface KeptWrite {
  write: () => Promise<unknown>;
  resolve: (result: unknown) => void;
  reject: (reason: unknown) => void;
}

export interface FullDiskOptions {
  /** Fails with `disk-full` while there is no room for the next prints. */
  probe: () => Promise<void>;
  timers: Timers;
  log: Log;
  tell?: Tell;
}

/**
 * B4: a full disk is a state that ends by itself. While it lasts nothing is printed; what must not be lost waits in memory, in its order, and
 * is written down before anything else once there is room.
 */
export class FullDisk {
  readonly #options: FullDiskOptions;
  readonly #kept: KeptWrite[] = [];
  readonly #told = new Set<() => void>();
  #isFull = false;
  #isStopped = false;
  #lost = 0;
  #next: TimerHandle | undefined;

  constructor(options: FullDiskOptions) {
    this.#options = options;
  }

  /** What the status of every printer says; undefined while there is room. */
  get fault(): string | undefined {
    return this.#isFull ? FULL : undefined;
  }

  /** A write found the disk full, whoever made it. */
  enter(): void {
    if (this.#isFull) return;
    this.#turn(true);
    this.#options.log.error(FULL);
    for (const told of this.#told) told();
    this.#arm();
  }

  /** Throws `disk-full` while it is. */
  refuse(): void {
    if (this.#isFull) throw new ProblemError('disk-full', { detail: FULL });
  }

  /** Runs a write whose caller hears of a full disk; none while it is full. */
  async notice<Result>(write: () => Promise<Result>): Promise<Result> {
    this.refuse();
    try {
      return await write();
    } catch (error) {
      if (isDiskFull(error)) this.enter();
      throw error;
    }
  }

  /**
   * Runs a write that must not be lost: on a full disk it waits for room, behind those that wait already. Rejects with `disk-full` only when
   * `most` wait, or when the controller stops.
   */
  async keep<Result>(write: () => Promise<Result>, most = MOST_KEPT): Promise<Result> {
    if (this.#isFull) return this.#wait(write, most);
    try {
      return await this.notice(write);
    } catch (error) {
      if (isDiskFull(error)) return this.#wait(write, most);
      throw error;
    }
  }

  /** Rejects with `disk-full` as soon as the disk is full; the work goes on. */
  async unlessFull<Result>(work: Promise<Result>): Promise<Result> {
    const { promise: full, reject } = Promise.withResolvers<never>();
    const told = () => reject(new ProblemError('disk-full', { detail: FULL }));
    this.#told.add(told);
    if (this.#isFull) told();
    try {
      return await Promise.race([work, full]);
    } finally {
      this.#told.delete(told);
    }
  }

  /** Waits for a write that is kept, but not for room: then the write goes on by itself. */
  async waitFor(kept: Promise<unknown>): Promise<void> {
    try {
      await this.unlessFull(kept);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    }
  }

  /** Tries once more to write what waits, and gives up the rest: the next start finds out what the engines did. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#next !== undefined) this.#options.timers.clearTimeout(this.#next);
    if (this.#isFull) await this.#tryAgain();
  }

  #turn(isFull: boolean): void {
    const { tell = tellNobody } = this.#options;
    this.#isFull = isFull;
    tell({ type: 'disk:changed', isFull });
  }

  #wait<Result>(write: () => Promise<Result>, most: number): Promise<Result> {
    if (this.#isStopped || this.#kept.length >= most) {
      this.#lost += 1;
      throw new ProblemError('disk-full', {
        detail: `The disk of the controller is full, and ${this.#kept.length} records wait for room.`,
      });
    }
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#kept.push({ write, resolve: resolve as (result: unknown) => void, reject });
    return promise;
  }

  #arm(): void {
    if (this.#isStopped) return;
    const { timers, log } = this.#options;
    this.#next = timers.setTimeout(() => {
      this.#tryAgain().catch((error: unknown) => log.error('whether the disk has room again could not be found out', error));
    }, TRY_AGAIN);
  }

  /** First what waits, then whether there is room for more. */
  async #tryAgain(): Promise<void> {
    const { probe, log } = this.#options;
    try {
      for (let first = this.#kept[0]; first; first = this.#kept[0]) {
        await this.#write(first);
        this.#kept.shift();
      }
      await probe();
    } catch (error) {
      if (!isDiskFull(error)) log.error('whether the disk has room again could not be found out', error);
      if (this.#isStopped) for (const { reject } of this.#kept.splice(0)) reject(error);
      return this.#arm();
    }
    if (this.#kept.length > 0) return this.#tryAgain();
    this.#turn(false);
    log.info(`the disk has room again${this.#lost > 0 ? `; ${this.#lost} records did not fit into memory and are missing` : ''}`);
    this.#lost = 0;
  }

  /** Throws only when the disk is still full. */
  async #write({ write, resolve, reject }: KeptWrite): Promise<void> {
    try {
      resolve(await write());
    } catch (error) {
      if (isDiskFull(error)) throw error;
      this.#options.log.error('what waited for room on the disk could not be written down', error);
      reject(error);
    }
  }
}

/** Whether nothing was written because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof ProblemError) return error.slug === 'disk-full';
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC';
}
