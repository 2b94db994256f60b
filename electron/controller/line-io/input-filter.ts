export interface InputFilterOptions {
  isInverted: boolean;
  /** Milliseconds for which a level must hold before it counts. */
  debounce: number;
}

/** Makes the level that counts of the levels of a terminal: inverted, and without the bounces of a contact. */
export class InputFilter {
  readonly #options: InputFilterOptions;
  #level: boolean | undefined;
  /** Since when the terminal has had the other level. */
  #changedAt: number | undefined;

  constructor(options: InputFilterOptions) {
    this.#options = options;
  }

  /** Undefined until the first reading. */
  get level(): boolean | undefined {
    return this.#level;
  }

  /** The next level is taken as it is and is no edge: what happened before it is not known. */
  restart(): void {
    this.#level = this.#changedAt = undefined;
  }

  /** Takes the level of the terminal at a time in monotonic milliseconds. Returns the edge, if there is one. */
  read(terminal: boolean, at: number): 'rising' | 'falling' | undefined {
    const { isInverted, debounce } = this.#options;
    const level = terminal !== isInverted;
    if (this.#level === undefined) this.#level = level;
    if (level === this.#level) {
      this.#changedAt = undefined;
      return undefined;
    }
    this.#changedAt ??= at;
    if (at - this.#changedAt < debounce) return undefined;
    this.#level = level;
    this.#changedAt = undefined;
    return level ? 'rising' : 'falling';
  }
}
