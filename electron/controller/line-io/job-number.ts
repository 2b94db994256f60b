/** Milliseconds for which a number must not change before it is taken, without a strobe. */
const STABLE = 250;

export interface JobNumberOptions {
  /** Whether an input says when the number is complete. */
  hasStrobe: boolean;
}

/** Reads the number of a prepared job from inputs that are its binary digits. */
export class JobNumber {
  readonly #options: JobNumberOptions;
  #number = 0;
  #since = 0;
  #taken = 0;

  constructor(options: JobNumberOptions) {
    this.#options = options;
  }

  /** The digits of a first reading select nothing: they may have selected it before. */
  restart(bits: ReadonlyMap<number, boolean>): void {
    this.#number = this.#taken = valueOf(bits);
  }

  /** Takes the digits at a time in monotonic milliseconds. Returns the number that was chosen now; 0 chooses nothing. */
  read(bits: ReadonlyMap<number, boolean>, at: number, isStrobe: boolean): number | undefined {
    const number = valueOf(bits);
    if (this.#options.hasStrobe) return isStrobe && number > 0 ? number : undefined;
    if (number !== this.#number) {
      this.#number = number;
      this.#since = at;
      return undefined;
    }
    if (number === this.#taken || at - this.#since < STABLE) return undefined;
    this.#taken = number;
    return number > 0 ? number : undefined;
  }
}

function valueOf(bits: ReadonlyMap<number, boolean>): number {
  let value = 0;
  for (const [bit, isOn] of bits) if (isOn) value += 2 ** bit;
  return value;
}
