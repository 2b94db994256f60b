import { silentLog, type Log } from '../engines/log.ts';
import { processTimers, type TimerHandle, type Timers } from '../engines/timers.ts';

/** Milliseconds between two attempts to draw while nothing can be drawn. */
const ATTEMPT_INTERVAL = 5_000;

export interface DrawingHealthOptions {
  timers?: Timers | undefined;
  log?: Log | undefined;
}

/** Whether labels can be drawn at all: a label at which threads fail is no reason, but when a plain one fails as well nothing can be printed. */
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

  /** Why nothing can be drawn; undefined while labels are drawn. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Threads failed over a drawing. Attempts to draw something plain, at once and until that works again. */
  suspect(attempt: () => Promise<unknown>): void {
    this.#attempt = attempt;
    if (!this.#isAttempting && this.#next === undefined) void this.#try();
  }

  /** A thread has drawn. */
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
