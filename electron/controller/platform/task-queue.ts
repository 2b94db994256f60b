/** Runs tasks one after the other, in the order of the calls. */
export class TaskQueue {
  #tail: Promise<unknown> = Promise.resolve();
  readonly #after: () => Promise<void>;

  /** `after` runs after each task, before the next one starts; the result of a task does not wait for it. It must not reject. */
  constructor(after: () => Promise<void> = () => Promise.resolve()) {
    this.#after = after;
  }

  /** Resolves or rejects as `work` does. A task that fails does not stop the queue. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => undefined).then(this.#after);
    return result;
  }

  /** Resolves once all tasks that were queued until now have ended. */
  async idle(): Promise<void> {
    await this.#tail;
  }
}
