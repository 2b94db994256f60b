import type { Clock } from '../platform/system-clock.ts';

const SECOND = 1_000;

export interface TokenBucketOptions {
  /** How many can be taken at once. */
  size: number;
  perSecond: number;
  clock: Pick<Clock, 'elapsed'>;
}

/** A rate limit: a bucket that is full at first and refills steadily. */
export class TokenBucket {
  readonly #options: TokenBucketOptions;
  #left: number;
  #refilledAt: number;

  constructor(options: TokenBucketOptions) {
    this.#options = options;
    this.#left = options.size;
    this.#refilledAt = options.clock.elapsed();
  }

  /** Takes one, and returns whether there was one. */
  take(): boolean {
    this.#refill();
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  /** Whether nothing was taken from it lately. */
  get isFull(): boolean {
    this.#refill();
    return this.#left >= this.#options.size;
  }

  #refill(): void {
    const { size, perSecond, clock } = this.#options;
    const now = clock.elapsed();
    this.#left = Math.min(size, this.#left + ((now - this.#refilledAt) / SECOND) * perSecond);
    this.#refilledAt = now;
  }
}
