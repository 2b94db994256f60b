/** What has the same key is done one after the other, in the order in which it came; what has another waits for none of it. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const result = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const done: Promise<void> = result.then(
      () => this.#forget(key, done),
      () => this.#forget(key, done),
    );
    this.#last.set(key, done);
    return result;
  }

  /** Resolves when all that was begun is done. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }

  #forget(key: string, done: Promise<void>): void {
    if (this.#last.get(key) === done) this.#last.delete(key);
  }
}
