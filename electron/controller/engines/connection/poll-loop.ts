import type { TimerHandle, Timers } from '../../platform/timers.ts';

export interface PollLoopOptions {
  timers: Timers;
  /** Asks the device. After each answer it must check `isCurrent`, and end without effect if something has overtaken it. */
  poll: (isCurrent: () => boolean) => Promise<void>;
  /** Milliseconds until the next poll. */
  pause: () => number;
  /** Called for a poll that failed and was not overtaken; the next one follows. */
  onError: (error: unknown) => void;
}

/** Asks a device again and again. What was asked before an event says nothing about the time after it: `restart` overtakes it. */
export class PollLoop {
  readonly #options: PollLoopOptions;
  #turn = 0;
  #next: TimerHandle | undefined;

  constructor(options: PollLoopOptions) {
    this.#options = options;
  }

  /** Polls after the delay. A poll that is running has no effect any more. */
  restart(delay: number): void {
    this.stop();
    this.#schedule(delay);
  }

  stop(): void {
    this.#turn++;
    if (this.#next !== undefined) this.#options.timers.clearTimeout(this.#next);
    this.#next = undefined;
  }

  #schedule(delay: number): void {
    this.#next = this.#options.timers.setTimeout(() => void this.#run(), delay);
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    const turn = this.#turn;
    const isCurrent = () => this.#turn === turn;
    try {
      await this.#options.poll(isCurrent);
    } catch (error) {
      if (isCurrent()) this.#options.onError(error);
    }
    if (isCurrent()) this.#schedule(this.#options.pause());
  }
}
