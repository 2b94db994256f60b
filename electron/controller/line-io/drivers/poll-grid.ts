/**
 * Times of polls on a fixed grid: one that begins late delays none of those that follow. Slots that passed during a poll are made up for by one
 * poll at once, never by several. Times are monotonic milliseconds.
 */
export class PollGrid {
  readonly #interval: number;
  /** The slot of the last poll. */
  #slot = 0;

  constructor(interval: number) {
    this.#interval = interval;
  }

  /** The first poll is now. */
  restart(now: number): void {
    this.#slot = now;
  }

  /** Takes the next slot. Returns the milliseconds until it; 0 if it has passed. */
  takeNext(now: number): number {
    const passed = Math.floor((now - this.#slot) / this.#interval);
    this.#slot += Math.max(1, passed) * this.#interval;
    return Math.max(0, this.#slot - now);
  }
}
