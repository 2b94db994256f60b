import type { TimerHandle, Timers } from './timers.ts';

/** Lets a loop wait for the first of a time and a call. */
export class WakeUp {
  readonly #timers: Timers;
  #isDue = false;
  #wake: (() => void) | undefined;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /** Ends the wait, or the next one. */
  now(): void {
    this.#isDue = true;
    this.#wake?.();
  }

  /** Waits for at most so many milliseconds. */
  async wait(limit: number): Promise<void> {
    if (!this.#isDue) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      this.#wake = () => resolve(undefined);
      const timer: TimerHandle = this.#timers.setTimeout(this.#wake, limit);
      await promise;
      this.#timers.clearTimeout(timer);
    }
    this.#wake = undefined;
    this.#isDue = false;
  }
}
