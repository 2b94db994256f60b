import type { StatusError } from '#contract/api-v3/status-error.ts';
import { CoderFaultError, type Coder, type CoderReading } from './coder.ts';

const MILLISECONDS = 1_000;
/** What a coder takes for a print in addition to the way of the product, in milliseconds. */
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
}

/**
 * Clears a coder, and tells when it prints nothing any more. It still finishes the print of a product that its detector has seen, and says
 * nothing about that: so its answers must stay the same for as long as a product takes from the detector past the head. A coder that prints
 * without values goes on counting: for it the time alone decides.
 */
export class Clearing {
  readonly #coder: Coder;
  readonly #now: () => number;
  readonly #duration: number;
  #isCleared = false;
  #seen: string | undefined;
  #since = 0;

  constructor({ coder, now, path }: ClearingOptions) {
    this.#coder = coder;
    this.#now = now;
    this.#duration = EXTRA + timeFromDetector(path) + (path.physicalWidth / path.lineSpeed) * MILLISECONDS;
  }

  /** Whether the coder has confirmed that it begins no print any more. */
  get isCleared(): boolean {
    return this.#isCleared;
  }

  start(): void {
    this.#isCleared = false;
  }

  /** Clears the coder, unless it is cleared. Returns why it refuses: it is tried again then. */
  async clear(isCurrent: () => boolean): Promise<StatusError | undefined> {
    if (this.#isCleared) return undefined;
    try {
      await this.#coder.clear();
    } catch (error) {
      if (error instanceof CoderFaultError) return error.fault;
      throw error;
    }
    if (!isCurrent()) return undefined;
    this.#isCleared = true;
    this.#seen = undefined;
    this.moved();
    return undefined;
  }

  /** The coder has reported a print. */
  moved(): void {
    this.#since = this.#now();
  }

  /** Takes a reading since it was cleared. Returns whether nothing moves any more. */
  isDone({ lastIndex, count }: CoderReading): boolean {
    const seen = this.#coder.traits.printsWithoutValues ? '' : `${lastIndex} ${count}`;
    if (seen !== this.#seen) {
      this.#seen = seen;
      this.moved();
    }
    return this.#isCleared && this.#now() - this.#since >= this.#duration;
  }
}

/** Milliseconds in which a product comes from the product detector to the head. */
export function timeFromDetector({ printDelay, lineSpeed }: ProductPath): number {
  return (printDelay / lineSpeed) * MILLISECONDS;
}
