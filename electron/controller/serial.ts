/** Runs one piece of work after the other, in the order in which it was handed in. */
export class Serial {
  #tail: Promise<unknown> = Promise.resolve();
  readonly #after: () => Promise<void>;

  /** `after` follows each piece of work before the next begins; it must not reject. Nobody waits for it to be answered. */
  constructor(after: () => Promise<void> = () => Promise.resolve()) {
    this.#after = after;
  }

  /** Resolves or rejects as `work` does; what fails holds nothing up. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => undefined).then(this.#after);
    return result;
  }

  /** Resolves once everything that was handed in until now has ended. */
  async idle(): Promise<void> {
    await this.#tail;
  }
}
