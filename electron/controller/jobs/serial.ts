/** Runs one piece of work after the other, in the order in which it was handed in. */
export class Serial {
  #tail: Promise<unknown> = Promise.resolve();

  /** Resolves or rejects as `work` does; what fails holds nothing up. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => undefined);
    return result;
  }

  /** Resolves once everything that was handed in until now has ended. */
  async idle(): Promise<void> {
    await this.#tail;
  }
}
