import type { Clock } from '../platform/system-clock.ts';

/** Wrong attempts without a wait. */
const FREE_ATTEMPTS = 5;
const SECOND = 1_000;
const LONGEST_WAIT = 15 * 60 * SECOND;
/** Wrong attempts are forgotten after this time without another one. */
const MEMORY = 24 * 60 * 60 * SECOND;
/** Beyond this number of names and sources the oldest entry is forgotten. */
const MAX_ENTRIES = 10_000;

interface Attempts {
  wrong: number;
  lastAt: number;
}

/**
 * Waits that grow with wrong attempts: 1 s after the fifth, then twice as long each time, up to 15 minutes. They are counted for each name
 * and source together, so that guesses from one screen never delay the person at another one.
 */
export class GuessLimits {
  readonly #clock: Pick<Clock, 'elapsed'>;
  /** The oldest first. */
  readonly #attempts = new Map<string, Attempts>();

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  /** Milliseconds until the next attempt is tested; 0 = now. */
  waitOf(key: string): number {
    const attempts = this.#attempts.get(key);
    if (!attempts || attempts.wrong < FREE_ATTEMPTS) return 0;
    const wait = Math.min(LONGEST_WAIT, SECOND * 2 ** (attempts.wrong - FREE_ATTEMPTS));
    return Math.max(0, attempts.lastAt + wait - this.#clock.elapsed());
  }

  wrong(key: string): void {
    const now = this.#clock.elapsed();
    const known = this.#attempts.get(key);
    const before = known && now - known.lastAt < MEMORY ? known.wrong : 0;
    this.#attempts.delete(key);
    this.#attempts.set(key, { wrong: before + 1, lastAt: now });
    for (const oldest of this.#attempts.keys()) {
      if (this.#attempts.size <= MAX_ENTRIES) break;
      this.#attempts.delete(oldest);
    }
  }

  right(key: string): void {
    this.#attempts.delete(key);
  }
}
