import { ProblemError } from '#contract/problem.ts';
import type { Log } from './engines/log.ts';
import type { TimerHandle, Timers } from './engines/timers.ts';
import { tellNobody, type Tell } from './events/events.ts';

/** How long after a refused write it is tried again, in milliseconds. */
const TRY_AGAIN = 1_000;
/** Writes that wait in memory. What comes beyond them is not written down; the log says how many those were. */
const MOST_KEPT = 10_000;

/** Why nothing can be written for a while: what the status of every printer says of it, and what the log says at its end. */
const STATES = {
  'disk-full': {
    fault: 'The disk of the controller is full: nothing is printed until there is room.',
    waiting: (records: number) => `The disk of the controller is full, and ${records} records wait for room.`,
    end: 'the disk has room again',
  },
  'disk-read-only': {
    fault: 'The disk of the controller is read-only: nothing is printed until it can be written again.',
    waiting: (records: number) => `The disk of the controller is read-only, and ${records} records wait for it.`,
    end: 'the disk can be written again',
  },
  'files-exhausted': {
    fault: 'The controller can open no more files: nothing is printed until it can.',
    waiting: (records: number) => `The controller can open no more files, and ${records} records wait until it can.`,
    end: 'files can be opened again',
  },
};

export type DiskRefusal = keyof typeof STATES;

interface KeptWrite {
  write: () => Promise<unknown>;
  resolve: (result: unknown) => void;
  reject: (reason: unknown) => void;
}

export interface UnwritableDiskOptions {
  /** Fails with `disk-full` or `disk-read-only` while there is no room for the next prints. */
  probe: () => Promise<void>;
  timers: Timers;
  log: Log;
  tell?: Tell;
}

/**
 * A disk that takes nothing is a state that ends by itself: B4 one that is full, B6 one that became read-only, B5 a process that can open no more
 * files. While it lasts nothing is printed;
 * what must not be lost waits in memory, in its order, and is written down before anything else once the disk takes it.
 */
export class UnwritableDisk {
  readonly #options: UnwritableDiskOptions;
  readonly #kept: KeptWrite[] = [];
  readonly #told = new Set<() => void>();
  #refusal: DiskRefusal | undefined;
  #isStopped = false;
  #lost = 0;
  #next: TimerHandle | undefined;
  /** The last that was begun by itself; it never rejects. */
  #trying: Promise<void> | undefined;

  constructor(options: UnwritableDiskOptions) {
    this.#options = options;
  }

  /** What the status of every printer says; undefined while there is room. */
  get fault(): string | undefined {
    return this.#refusal && STATES[this.#refusal].fault;
  }

  /** Why the disk takes nothing; undefined while it does. */
  get refusal(): DiskRefusal | undefined {
    return this.#refusal;
  }

  /** A write found the disk full or read-only, whoever made it. */
  enter(refusal: DiskRefusal = 'disk-full'): void {
    if (this.#refusal === refusal) return;
    const isNew = this.#refusal === undefined;
    this.#turn(refusal);
    this.#options.log.error(STATES[refusal].fault);
    if (!isNew) return;
    for (const told of this.#told) told();
    this.#arm();
  }

  /** Throws `disk-full` while it is, and `disk-read-only`. */
  refuse(): void {
    const problem = this.#problem();
    if (problem) throw problem;
  }

  /** Runs a write whose caller hears of a full disk; none while it is full. */
  async notice<Result>(write: () => Promise<Result>): Promise<Result> {
    this.refuse();
    try {
      return await write();
    } catch (error) {
      const refusal = diskRefusal(error);
      if (refusal) this.enter(refusal);
      throw error;
    }
  }

  /**
   * Runs a write that must not be lost: on a full disk it waits for room, behind those that wait already. Rejects with `disk-full` (or `disk-read-only`) only
   * when `most` wait, or when the controller stops.
   */
  async keep<Result>(write: () => Promise<Result>, most = MOST_KEPT): Promise<Result> {
    if (this.#refusal) return this.#wait(write, most, this.#refusal);
    try {
      return await this.notice(write);
    } catch (error) {
      const refusal = diskRefusal(error);
      if (refusal) return this.#wait(write, most, refusal);
      throw error;
    }
  }

  /** Rejects with `disk-full` as soon as the disk is full (or `disk-read-only`); the work goes on. */
  async unlessUnwritable<Result>(work: Promise<Result>): Promise<Result> {
    const { promise: full, reject } = Promise.withResolvers<never>();
    const told = () => reject(this.#problem());
    this.#told.add(told);
    if (this.#refusal) told();
    try {
      return await Promise.race([work, full]);
    } finally {
      this.#told.delete(told);
    }
  }

  /** Waits for a write that is kept, but not for room: then the write goes on by itself. */
  async waitFor(kept: Promise<unknown>): Promise<void> {
    try {
      await this.unlessUnwritable(kept);
    } catch (error) {
      if (!diskRefusal(error)) throw error;
    }
  }

  /** Tries once more to write what waits, and gives up the rest: the next start finds out what the engines did. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#next !== undefined) this.#options.timers.clearTimeout(this.#next);
    // One that is under way has its records in hand: a second one beside it would write them again.
    await this.#trying;
    if (this.#refusal) await this.#tryAgain();
  }

  #turn(refusal: DiskRefusal | undefined): void {
    const { tell = tellNobody } = this.#options;
    this.#refusal = refusal;
    tell({
      type: 'disk:changed',
      isFull: refusal === 'disk-full',
      isReadOnly: refusal === 'disk-read-only',
      isOutOfFiles: refusal === 'files-exhausted',
    });
  }

  #problem(): ProblemError | undefined {
    return this.#refusal && new ProblemError(this.#refusal, { detail: STATES[this.#refusal].fault });
  }

  #wait<Result>(write: () => Promise<Result>, most: number, refusal: DiskRefusal): Promise<Result> {
    if (this.#isStopped || this.#kept.length >= most) {
      this.#lost += 1;
      throw new ProblemError(refusal, { detail: STATES[refusal].waiting(this.#kept.length) });
    }
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#kept.push({ write, resolve: resolve as (result: unknown) => void, reject });
    return promise;
  }

  #arm(): void {
    if (this.#isStopped) return;
    const { timers, log } = this.#options;
    this.#next = timers.setTimeout(() => {
      this.#trying = this.#tryAgain().catch((error: unknown) => log.error('whether the disk has room again could not be found out', error));
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
      const refusal = diskRefusal(error);
      if (refusal) this.enter(refusal);
      else log.error('whether the disk has room again could not be found out', error);
      if (this.#isStopped) for (const { reject } of this.#kept.splice(0)) reject(error);
      return this.#arm();
    }
    if (this.#kept.length > 0) return this.#tryAgain();
    const end = this.#refusal && STATES[this.#refusal].end;
    this.#turn(undefined);
    log.info(`${end}${this.#lost > 0 ? `; ${this.#lost} records did not fit into memory and are missing` : ''}`);
    this.#lost = 0;
  }

  /** Throws only when the disk still takes nothing. */
  async #write({ write, resolve, reject }: KeptWrite): Promise<void> {
    try {
      resolve(await write());
    } catch (error) {
      if (diskRefusal(error)) throw error;
      this.#options.log.error('what waited for room on the disk could not be written down', error);
      reject(error);
    }
  }
}

/** Why the disk did not take what was to be written; undefined for any other failure. */
export function diskRefusal(error: unknown): DiskRefusal | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const name = error instanceof ProblemError ? error.slug : NAMES.get(code);
  return name !== undefined && Object.hasOwn(STATES, name) ? (name as DiskRefusal) : undefined;
}

const NAMES: ReadonlyMap<unknown, DiskRefusal> = new Map<unknown, DiskRefusal>([
  ['ENOSPC', 'disk-full'],
  // A quota is a disk of its own.
  ['EDQUOT', 'disk-full'],
  ['EROFS', 'disk-read-only'],
  // Of the process, and of the machine.
  ['EMFILE', 'files-exhausted'],
  ['ENFILE', 'files-exhausted'],
]);
