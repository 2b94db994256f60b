/** Runs tasks with the same key one after the other, in their order. Tasks with different keys run concurrently. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<void>>();

  run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const result = (this.#last.get(key) ?? Promise.resolve()).then(task);
    const done: Promise<void> = result.then(
      () => this.#forget(key, done),
      () => this.#forget(key, done),
    );
    this.#last.set(key, done);
    return result;
  }

  /** Resolves when no task is queued or running. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }

  #forget(key: string, done: Promise<void>): void {
    if (this.#last.get(key) === done) this.#last.delete(key);
  }
}
