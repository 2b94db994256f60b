import type { TimerHandle, Timers } from '#controller/platform/timers.ts';

/** Timers and a clock that only the caller moves, so that results are reproducible. */
export class ManualTimers implements Timers {
  #now: number;
  #timers: { at: number; act: () => void }[] = [];

  /** Milliseconds since the epoch. */
  constructor(now: number) {
    this.#now = now;
  }

  readonly now = (): number => this.#now;

  setTimeout(act: () => void, delay: number): TimerHandle {
    const timer = { at: this.#now + delay, act };
    this.#timers.push(timer);
    return timer as unknown as TimerHandle;
  }

  clearTimeout(handle: TimerHandle): void {
    this.#timers = this.#timers.filter((timer) => (timer as unknown) !== handle);
  }

  /** Advances the clock by milliseconds and runs the timers that become due, each at its own time. */
  advance(duration: number): void {
    const end = this.#now + duration;
    for (;;) {
      const due = this.#timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
      if (!due) break;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.#now = Math.max(this.#now, due.at);
      due.act();
    }
    this.#now = end;
  }
}
