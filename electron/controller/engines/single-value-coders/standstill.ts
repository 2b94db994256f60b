import type { PrinterConfiguration } from '#contract/api-v3/printer-configuration.ts';

/** What a print takes in addition to its way, in milliseconds. */
const EXTRA = 1_000;

/**
 * Tells when nothing moves in a coder that was cleared. It still finishes the print of a product that was detected before, and says nothing
 * about that: so its count must stay the same, without a report of a print, for as long as a product takes from the detector past the head.
 */
export class Standstill {
  readonly #now: () => number;
  readonly #duration: number;
  #since: number;
  #count: number | undefined;

  constructor(
    now: () => number,
    { printDelay, physicalWidth, lineSpeed }: Pick<PrinterConfiguration, 'printDelay' | 'physicalWidth' | 'lineSpeed'>,
  ) {
    this.#now = now;
    this.#duration = EXTRA + ((printDelay + physicalWidth) / lineSpeed) * 1_000;
    this.#since = now();
  }

  /** The coder has reported a print. */
  moved(): void {
    this.#since = this.#now();
  }

  /** Takes a count, if there is one. Returns whether nothing can be printed any more. */
  isReached(count: number | undefined): boolean {
    if (count !== this.#count) {
      this.#count = count;
      this.moved();
    }
    return this.#now() - this.#since >= this.#duration;
  }
}
