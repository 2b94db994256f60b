import type { Timers } from '#controller/platform/timers.ts';

interface Waiting {
  due: number;
  act: () => void;
}

/** A manual clock: timers fire in order, each at its own time, when it is advanced. */
export class HandClock implements Timers {
  now: number;
  /** The offset by which the wall clock was set; timers are not affected. */
  #set = 0;
  readonly #waiting = new Set<Waiting>();

  constructor(now = 0) {
    this.now = now;
  }

  /** Milliseconds since the epoch, as the wall clock shows them. */
  get wall(): number {
    return this.now + this.#set;
  }

  /** Sets the wall clock; no time passes. */
  set(wall: number): void {
    this.#set = wall - this.now;
  }

  /** Number of pending timers. */
  get pending(): number {
    return this.#waiting.size;
  }

  setTimeout(act: () => void, delay: number): object {
    const timer = { due: this.now + delay, act };
    this.#waiting.add(timer);
    return timer;
  }

  clearTimeout(handle: object | number): void {
    this.#waiting.delete(handle as Waiting);
  }

  advance(duration: number): void {
    const until = this.now + duration;
    for (let next = this.#next(until); next; next = this.#next(until)) {
      this.now = next.due;
      this.#waiting.delete(next);
      next.act();
    }
    this.now = until;
  }

  #next(until: number): Waiting | undefined {
    const due = [...this.#waiting].filter((timer) => timer.due <= until);
    return due.sort((a, b) => a.due - b.due)[0];
  }
}
