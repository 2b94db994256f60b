import { silentLog, type Log } from '#process/log.ts';
import { processTimers, type TimerHandle, type Timers } from '../platform/timers.ts';

/** Milliseconds between two test drawings while drawing fails. */
const ATTEMPT_INTERVAL = 5_000;

export interface DrawingHealthOptions {
  timers?: Timers | undefined;
  log?: Log | undefined;
}

/**
 * Whether labels can be drawn at all. A single label on which threads fail is no evidence; if a plain label fails as well, nothing can be
 * printed.
 */
export class DrawingHealth {
  readonly #timers: Timers;
  readonly #log: Log;
  #fault: string | undefined;
  #attempt: () => Promise<unknown> = () => Promise.resolve();
  #isAttempting = false;
  #next: TimerHandle | undefined;
  #isStopped = false;

  constructor({ timers = processTimers, log = silentLog }: DrawingHealthOptions = {}) {
    this.#timers = timers;
    this.#log = log;
  }

  /** Why nothing can be drawn; undefined while drawing works. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Threads failed on a drawing: draws a plain label at once, and repeats that until it works. */
  suspect(attempt: () => Promise<unknown>): void {
    this.#attempt = attempt;
    if (!this.#isAttempting && this.#next === undefined) void this.#try();
  }

  /** A thread has drawn successfully. */
  works(): void {
    if (this.#fault === undefined) return;
    this.#fault = undefined;
    this.#log.info('labels are drawn again');
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#next !== undefined) this.#timers.clearTimeout(this.#next);
    this.#next = undefined;
  }

  async #try(): Promise<void> {
    this.#next = undefined;
    this.#isAttempting = true;
    try {
      await this.#attempt();
      this.works();
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isAttempting = false;
    }
  }

  #fail(error: unknown): void {
    if (this.#isStopped) return;
    if (this.#fault === undefined) this.#log.error('no label can be drawn', error);
    this.#fault = error instanceof Error ? error.message : String(error);
    this.#next = this.#timers.setTimeout(() => void this.#try(), ATTEMPT_INTERVAL);
  }
}
