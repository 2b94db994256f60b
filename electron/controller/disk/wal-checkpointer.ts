import type { ControllerDatabase, ControllerSchema } from '#storage/database/controller-schema.ts';
import { CheckpointThread } from '#storage/checkpoint/checkpoint-thread.ts';
import type { WalSize } from '#storage/checkpoint/wal-size.ts';
import type { Log } from '#process/log.ts';
import type { TimerHandle, Timers } from '../platform/timers.ts';
import type { DiskGuard } from './disk-guard.ts';

/** Milliseconds between two checks whether a checkpoint is due, and the number of intervals after which it runs in any case. */
const INTERVAL = 500;
const MAX_SKIPPED_INTERVALS = 60;
/** In bytes. Without a blocking reader the WAL restarts at a few megabytes. */
const MAX_WAL_BYTES = 64 * 1024 * 1024;

export const WAL_STUCK =
  'The write-ahead log of the database keeps growing: another program has been reading the database for too long. End that program.';

export interface WalCheckpointerOptions {
  db: ControllerDatabase;
  /** No checkpoint runs while the disk accepts no writes. */
  disk: Pick<DiskGuard, 'refusal'>;
  timers: Timers;
  log: Log;
  maxWalBytes?: number;
}

/**
 * Checkpoints the write-ahead log (WAL) before it is long. B14: the WAL grows as long as a reader needs its beginning, in the end until the
 * disk is full. Our own readers take seconds at most; another program may block it for days. That is reported, and ends with that program.
 */
export class WalCheckpointer {
  readonly #options: WalCheckpointerOptions;
  readonly #thread: CheckpointThread<ControllerSchema>;
  #skippedIntervals = 0;
  #isStuck = false;
  #isStopped = false;
  #bytesBefore = 0;
  #next: TimerHandle | undefined;
  #running: Promise<void> | undefined;

  constructor(options: WalCheckpointerOptions) {
    this.#options = options;
    this.#thread = new CheckpointThread(options.db);
  }

  /** Whether another program blocks the WAL, so that an operator has to act. */
  get isStuck(): boolean {
    return this.#isStuck;
  }

  start(): void {
    const { timers, log } = this.#options;
    this.#next = timers.setTimeout(() => {
      this.#running = this.#checkpointWhenDue()
        .catch((error: unknown) => log.error('the write-ahead log could not be checkpointed', error))
        .finally(() => {
          if (!this.#isStopped) this.start();
        });
    }, INTERVAL);
  }

  /** Stops; a running checkpoint ends first. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#next !== undefined) this.#options.timers.clearTimeout(this.#next);
    await this.#running;
    await this.#thread.stop();
  }

  async #checkpointWhenDue(): Promise<void> {
    this.#skippedIntervals += 1;
    if (this.#skippedIntervals < MAX_SKIPPED_INTERVALS && !this.#thread.isDue) return;
    this.#skippedIntervals = 0;
    await this.checkpoint();
  }

  /** Runs a checkpoint and checks what remains. */
  async checkpoint(): Promise<void> {
    const { disk, log } = this.#options;
    if (disk.refusal) return;
    const state = await this.#thread.shorten();
    const isStuck = this.#isTooMuch(state);
    this.#bytesBefore = state.bytes;
    if (isStuck === this.#isStuck) return;
    this.#isStuck = isStuck;
    if (isStuck) log.warn(`${WAL_STUCK} It has ${state.bytes} bytes.`);
    else log.info('the write-ahead log is checkpointed again');
  }

  /** Blocked by one reader, or by many in turn of whom none is blocking for too long. */
  #isTooMuch({ bytes, heldBack }: WalSize): boolean {
    const { maxWalBytes: most = MAX_WAL_BYTES } = this.#options;
    return heldBack > most || (bytes > this.#bytesBefore && this.#bytesBefore > most);
  }
}
