/** Pseudo-random numbers that a seed determines (xorshift, 32 bits). */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    // Neighbouring seeds shall not begin alike, and the state must not be 0.
    this.#state = Math.imul((seed >>> 0) + 1, 0x9e37_79b1) >>> 0 || 1;
  }

  /** From 0 to below 1. */
  next(): number {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state >>> 0;
    return this.#state / 2 ** 32;
  }

  /** A whole number from 0 to below the limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }
}
