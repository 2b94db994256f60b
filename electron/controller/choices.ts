const ignore = (): void => undefined;

/**
 * What many rely upon at the same time, and some change: who relies upon it goes on with all others who do, and a change waits for those
 * before it and holds up those behind it. Nothing changes under the hands of anybody.
 */
export class Choices {
  /** Ends with the last change that was handed in. */
  #changed: Promise<void> = Promise.resolve();
  /** Who is under way or waits for a change. */
  readonly #users = new Set<Promise<void>>();

  /** Runs `work`, in which nothing of it changes. Resolves or rejects as `work` does. */
  use<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#changed.then(work);
    const end = result.then(ignore, ignore).then(() => void this.#users.delete(end));
    this.#users.add(end);
    return result;
  }

  /** Runs `work` while nobody else relies upon it or changes it. Resolves or rejects as `work` does. */
  change<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = Promise.all([this.#changed, ...this.#users]).then(work);
    this.#changed = result.then(ignore, ignore);
    return result;
  }
}
