/** What passed since the last reading of a counter. */
export interface PassedProducts {
  /** To be printed. */
  detected: number;
  /** Passed while the device was away, or before its counter was set to 0: not to be printed any more. */
  missed: number;
  /** The counter was set back, so that `missed` is only what it has counted since. */
  isSetBack: boolean;
}

const NOTHING: PassedProducts = { detected: 0, missed: 0, isSetBack: false };

/** Makes products of the readings of a counter that continues at 0 after `modulus - 1`. */
export class ProductCounter {
  readonly #modulus: number;
  #last: number | undefined;
  #isFirst = true;

  constructor(modulus: number) {
    this.#modulus = modulus;
  }

  /** The count of the last reading. */
  get count(): number | undefined {
    return this.#last;
  }

  /** There is a new connection: what the next reading has more was not seen. */
  restart(): void {
    this.#isFirst = true;
  }

  /** Takes a reading. A step of more than half of all counts is a counter that was set back. */
  read(count: number): PassedProducts {
    const last = this.#last;
    const isFirst = this.#isFirst;
    this.#last = count;
    this.#isFirst = false;
    if (last === undefined) return NOTHING;
    const passed = (count - last + this.#modulus) % this.#modulus;
    if (passed > this.#modulus / 2) return { detected: 0, missed: count, isSetBack: true };
    return isFirst ? { detected: 0, missed: passed, isSetBack: false } : { detected: passed, missed: 0, isSetBack: false };
  }
}
