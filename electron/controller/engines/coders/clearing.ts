import type { Coder, CoderReading } from './coder.ts';

const MILLISECONDS = 1_000;
/** What a device takes for a print besides the way of the product, in milliseconds. */
const EXTRA = 1_000;

export interface ProductPath {
  /** Distance from the product detector to the head, and the largest width of a print, in mm. */
  printDelay: number;
  physicalWidth: number;
  /** Millimetres per second. */
  lineSpeed: number;
}

/**
 * Clears a coder, and tells when nothing can be printed any more. A coder still finishes the print of a product that its detector has seen: so
 * its answers must stay the same for as long as a product takes from the detector past the head.
 */
export class Clearing {
  readonly #coder: Coder;
  readonly #now: () => number;
  readonly #duration: number;
  #isCleared = false;
  #seen: string | undefined;
  #since = 0;

  constructor(coder: Coder, now: () => number, { printDelay, physicalWidth, lineSpeed }: ProductPath) {
    this.#coder = coder;
    this.#now = now;
    this.#duration = EXTRA + ((printDelay + physicalWidth) / lineSpeed) * MILLISECONDS;
  }

  get isCleared(): boolean {
    return this.#isCleared;
  }

  start(): void {
    this.#isCleared = false;
  }

  /** Clears the device, unless it is cleared. Rejects as the coder does; it is tried again then. */
  async clear(isCurrent: () => boolean): Promise<void> {
    if (this.#isCleared) return;
    await this.#coder.clear();
    if (!isCurrent()) return;
    this.#isCleared = true;
    this.#seen = undefined;
  }

  /** Takes a reading since it was cleared. Returns whether nothing moves any more. */
  isDone({ lastIndex, count }: CoderReading): boolean {
    const seen = `${lastIndex} ${count}`;
    if (seen !== this.#seen) {
      this.#seen = seen;
      this.#since = this.#now();
    }
    return this.#now() - this.#since >= this.#duration;
  }
}
