import type { Clock } from '#station/platform/system-clock.ts';

/** A clock that a test advances. Timers run in the order of their times. */
export class ManualClock implements Clock {
  #now: number;
  #elapsed = 0;
  #timers: { at: number; action: () => void }[] = [];

  constructor(now = 1_000_000) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#elapsed;
  }

  after(delay: number, action: () => void): () => void {
    const timer = { at: this.#elapsed + delay, action };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Number of pending timers. */
  get waiting(): number {
    return this.#timers.length;
  }

  /** Milliseconds until the next timer; undefined without one. */
  get next(): number | undefined {
    return this.#timers.length === 0 ? undefined : Math.min(...this.#timers.map((timer) => timer.at)) - this.#elapsed;
  }

  /** Advances the clock, and runs each due timer at its time. */
  advance(duration: number): void {
    const end = this.#elapsed + duration;
    for (;;) {
      const due = this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.#move(Math.max(due.at, this.#elapsed));
      due.action();
    }
    this.#move(end);
  }

  /** Sets the wall clock; monotonic time does not change. */
  set(now: number): void {
    this.#now = now;
  }

  /** The machine sleeps: both times advance, and due timers run once afterwards. */
  sleep(duration: number): void {
    this.#move(this.#elapsed + duration);
    this.advance(0);
  }

  #move(elapsed: number): void {
    this.#now += elapsed - this.#elapsed;
    this.#elapsed = elapsed;
  }
}
