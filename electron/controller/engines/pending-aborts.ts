import type { Timers } from '../platform/timers.ts';

interface PendingAbort {
  resolve: (ids: number[]) => void;
  reject: (error: Error) => void;
}

/** Aborts that wait until the device holds nothing any more. */
export class PendingAborts {
  readonly #timers: Timers;
  readonly #limit: number;
  #pending: PendingAbort[] = [];

  /** `limit`: how long an abort waits, in milliseconds. */
  constructor(timers: Timers, limit: number) {
    this.#timers = timers;
    this.#limit = limit;
  }

  get isEmpty(): boolean {
    return this.#pending.length === 0;
  }

  /** Waits for `end`. After the limit `expired` ends all of them. */
  wait(expired: () => void): Promise<number[]> {
    const { promise, resolve, reject } = Promise.withResolvers<number[]>();
    this.#pending.push({ resolve, reject });
    const timer = this.#timers.setTimeout(expired, this.#limit);
    return promise.finally(() => this.#timers.clearTimeout(timer));
  }

  /** Ends all: with the prints that certainly are not made, or with the reason why that is not known. */
  end(result: number[] | Error): void {
    const pending = this.#pending;
    this.#pending = [];
    for (const { resolve, reject } of pending) {
      if (result instanceof Error) reject(result);
      else resolve(result);
    }
  }
}
