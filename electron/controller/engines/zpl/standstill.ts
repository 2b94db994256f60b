import { isIdle, type ZplStatus } from './zpl-status.ts';

/** The slowest speed of label printers, in mm/s, and what a label takes besides, in milliseconds. */
const SLOWEST = 50;
const EXTRA = 500;

interface Stillness {
  since: number;
  count: number | undefined;
}

/**
 * Tells when nothing moves in a printer that was cleared. It finishes the label under the head, and reports in the meantime that it holds
 * nothing: so it must do so, with the same count, for as long as the slowest printer takes for a label.
 */
export class Standstill {
  readonly #now: () => number;
  readonly #duration: number;
  #still: Stillness | undefined;

  /** `height` is that of the largest label, in mm. */
  constructor(now: () => number, height: number) {
    this.#now = now;
    this.#duration = EXTRA + (height / SLOWEST) * 1_000;
  }

  /** Takes a count that was read after the status. Returns whether nothing can be printed any more. A printer with an error does not move. */
  isReached(status: ZplStatus, count: number | undefined): boolean {
    if (!isIdle(status)) {
      this.#still = undefined;
      return false;
    }
    if (!this.#still || this.#still.count !== count) this.#still = { since: this.#now(), count };
    return status.errors.length > 0 || this.#now() - this.#still.since >= this.#duration;
  }
}
