import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Log } from '#process/log.ts';
import type { TimerHandle, Timers } from '../platform/timers.ts';
import { noPublish, type Publish } from '../events/events.ts';

/** Milliseconds after which a refused write is repeated. */
const RETRY_DELAY = 1_000;
/** The most writes that wait in memory. Further writes are dropped; the log reports their number. */
const MAX_QUEUED_WRITES = 10_000;

/** The states in which nothing can be written: the error for the printers' status, and the texts for the log. */
const STATES = {
  'disk-full': {
    fault: statusError('controller-disk-full'),
    waiting: (records: number) => `The disk of the controller is full, and ${records} records wait for free space.`,
    end: 'the disk has space again',
  },
  'disk-read-only': {
    fault: statusError('controller-disk-read-only'),
    waiting: (records: number) => `The disk of the controller is read-only, and ${records} records wait for it.`,
    end: 'the disk can be written again',
  },
  'files-exhausted': {
    fault: statusError('controller-files-exhausted'),
    waiting: (records: number) => `The controller can open no more files, and ${records} records wait until it can.`,
    end: 'files can be opened again',
  },
};

export type DiskRefusal = keyof typeof STATES;

interface QueuedWrite {
  write: () => Promise<unknown>;
  resolve: (result: unknown) => void;
  reject: (reason: unknown) => void;
}

export interface DiskGuardOptions {
  /** Rejects with `disk-full` or `disk-read-only` while there is no space for the next prints. */
  probe: () => Promise<void>;
  timers: Timers;
  log: Log;
  publish?: Publish;
}

/**
 * Handles a disk that accepts no writes, a state that ends by itself: B4 disk full, B6 read-only, B5 no more file descriptors. Meanwhile
 * nothing is printed. Writes that must not be lost wait in memory in order, and are written first once the disk accepts them.
 */
export class DiskGuard {
  readonly #options: DiskGuardOptions;
  readonly #queued: QueuedWrite[] = [];
  readonly #onRefusal = new Set<() => void>();
  #refusal: DiskRefusal | undefined;
  #isStopped = false;
  #dropped = 0;
  #next: TimerHandle | undefined;
  /** The last retry that the timer started; it never rejects. */
  #retry: Promise<void> | undefined;

  constructor(options: DiskGuardOptions) {
    this.#options = options;
  }

  /** The error for every printer's status; undefined while the disk accepts writes. */
  get fault(): StatusError | undefined {
    return this.#refusal && STATES[this.#refusal].fault;
  }

  /** Why the disk accepts no writes; undefined while it does. */
  get refusal(): DiskRefusal | undefined {
    return this.#refusal;
  }

  /** A write was refused by the disk. */
  reportFailure(refusal: DiskRefusal = 'disk-full'): void {
    if (this.#refusal === refusal) return;
    const isNew = this.#refusal === undefined;
    this.#setRefusal(refusal);
    this.#options.log.error(STATES[refusal].fault.text);
    if (!isNew) return;
    for (const onRefusal of this.#onRefusal) onRefusal();
    this.#scheduleRetry();
  }

  /** Throws `disk-full`, `disk-read-only` or `files-exhausted` while the disk accepts no writes. */
  throwIfUnwritable(): void {
    const problem = this.#problem();
    if (problem) throw problem;
  }

  /** Runs a write and reports a refusal. Throws as `throwIfUnwritable` does, and what the write throws. */
  async run<Result>(write: () => Promise<Result>): Promise<Result> {
    this.throwIfUnwritable();
    try {
      return await write();
    } catch (error) {
      const refusal = diskRefusal(error);
      if (refusal) this.reportFailure(refusal);
      throw error;
    }
  }

  /**
   * Runs a write that must not be lost: while the disk accepts no writes it waits after those that wait already. Rejects only when `most`
   * writes wait, or when the controller stops.
   */
  async runWhenWritable<Result>(write: () => Promise<Result>, most = MAX_QUEUED_WRITES): Promise<Result> {
    if (this.#refusal) return this.#wait(write, most, this.#refusal);
    try {
      return await this.run(write);
    } catch (error) {
      const refusal = diskRefusal(error);
      if (refusal) return this.#wait(write, most, refusal);
      throw error;
    }
  }

  /** Resolves or rejects as `work` does; rejects as soon as the disk accepts no writes. The work goes on. */
  async orRejectWhenUnwritable<Result>(work: Promise<Result>): Promise<Result> {
    const { promise: full, reject } = Promise.withResolvers<never>();
    const onRefusal = () => reject(this.#problem());
    this.#onRefusal.add(onRefusal);
    if (this.#refusal) onRefusal();
    try {
      return await Promise.race([work, full]);
    } finally {
      this.#onRefusal.delete(onRefusal);
    }
  }

  /** Awaits a queued write, but not while the disk accepts no writes: then the write goes on by itself. */
  async waitFor(write: Promise<unknown>): Promise<void> {
    try {
      await this.orRejectWhenUnwritable(write);
    } catch (error) {
      if (!diskRefusal(error)) throw error;
    }
  }

  /** Tries once more to write what waits, and drops the rest: the next start settles it from the engines' reports. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#next !== undefined) this.#options.timers.clearTimeout(this.#next);
    // Two retries at the same time would write the same records twice.
    await this.#retry;
    if (this.#refusal) await this.#retryWrites();
  }

  #setRefusal(refusal: DiskRefusal | undefined): void {
    const { publish = noPublish } = this.#options;
    this.#refusal = refusal;
    publish({
      type: 'disk:changed',
      isFull: refusal === 'disk-full',
      isReadOnly: refusal === 'disk-read-only',
      isOutOfFiles: refusal === 'files-exhausted',
    });
  }

  #problem(): ProblemError | undefined {
    return this.#refusal && new ProblemError(this.#refusal, { detail: STATES[this.#refusal].fault.text });
  }

  #wait<Result>(write: () => Promise<Result>, most: number, refusal: DiskRefusal): Promise<Result> {
    if (this.#isStopped || this.#queued.length >= most) {
      this.#dropped += 1;
      throw new ProblemError(refusal, { detail: STATES[refusal].waiting(this.#queued.length) });
    }
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#queued.push({ write, resolve: resolve as (result: unknown) => void, reject });
    return promise;
  }

  #scheduleRetry(): void {
    if (this.#isStopped) return;
    const { timers, log } = this.#options;
    this.#next = timers.setTimeout(() => {
      this.#retry = this.#retryWrites().catch((error: unknown) =>
        log.error('whether the disk can be written again could not be determined', error),
      );
    }, RETRY_DELAY);
  }

  /** Writes what waits, then probes whether there is space for more. */
  async #retryWrites(): Promise<void> {
    const { probe, log } = this.#options;
    try {
      for (let first = this.#queued[0]; first; first = this.#queued[0]) {
        await this.#write(first);
        this.#queued.shift();
      }
      await probe();
    } catch (error) {
      const refusal = diskRefusal(error);
      if (refusal) this.reportFailure(refusal);
      else log.error('whether the disk can be written again could not be determined', error);
      if (this.#isStopped) for (const { reject } of this.#queued.splice(0)) reject(error);
      return this.#scheduleRetry();
    }
    if (this.#queued.length > 0) return this.#retryWrites();
    const end = this.#refusal && STATES[this.#refusal].end;
    this.#setRefusal(undefined);
    log.info(`${end}${this.#dropped > 0 ? `; ${this.#dropped} records did not fit into memory and are lost` : ''}`);
    this.#dropped = 0;
  }

  /** Throws only when the disk still accepts no writes. */
  async #write({ write, resolve, reject }: QueuedWrite): Promise<void> {
    try {
      resolve(await write());
    } catch (error) {
      if (diskRefusal(error)) throw error;
      this.#options.log.error('a write that waited for disk space failed', error);
      reject(error);
    }
  }
}

/** Why the disk refused a write; undefined for any other error. */
export function diskRefusal(error: unknown): DiskRefusal | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const name = error instanceof ProblemError ? error.slug : NAMES.get(code);
  return name !== undefined && Object.hasOwn(STATES, name) ? (name as DiskRefusal) : undefined;
}

const NAMES: ReadonlyMap<unknown, DiskRefusal> = new Map<unknown, DiskRefusal>([
  ['ENOSPC', 'disk-full'],
  // A disk quota acts like a full disk.
  ['EDQUOT', 'disk-full'],
  ['EROFS', 'disk-read-only'],
  // EMFILE: limit of the process; ENFILE: limit of the machine.
  ['EMFILE', 'files-exhausted'],
  ['ENFILE', 'files-exhausted'],
]);
