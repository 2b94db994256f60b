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

export interface ClearingOptions {
  coder: Coder;
  /** Milliseconds since the epoch. */
  now: () => number;
  path: ProductPath;
  /** Whether the device prints its message for every product, with a value or without. */
  keepsValues: boolean;
}

/**
 * Clears a coder, and tells when nothing can be printed any more. A coder still finishes the print of a product that its detector has seen: so
 * its answers must stay the same for as long as a product takes from the detector past the head. A coder that keeps its message goes on printing
 * it without a value, and counts that: for it the time alone decides.
 */
export class Clearing {
  readonly #coder: Coder;
  readonly #now: () => number;
  readonly #keepsValues: boolean;
  readonly #duration: number;
  readonly #shortestWay: number;
  #isCleared = false;
  #seen: string | undefined;
  #since = 0;

  constructor({ coder, now, path: { printDelay, physicalWidth, lineSpeed }, keepsValues }: ClearingOptions) {
    this.#keepsValues = keepsValues;
    this.#coder = coder;
    this.#now = now;
    this.#shortestWay = (printDelay / lineSpeed) * MILLISECONDS;
    this.#duration = EXTRA + ((printDelay + physicalWidth) / lineSpeed) * MILLISECONDS;
  }

  get isCleared(): boolean {
    return this.#isCleared;
  }

  /** Whether no product that came after this moment can be printed yet: it has not come from the detector to the head. */
  isTooSoon(loadedAt: number): boolean {
    return this.#now() - loadedAt < this.#shortestWay;
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
    const seen = this.#keepsValues ? '' : `${lastIndex} ${count}`;
    if (seen !== this.#seen) {
      this.#seen = seen;
      this.#since = this.#now();
    }
    return this.#now() - this.#since >= this.#duration;
  }
}
