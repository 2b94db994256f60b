const ignore = (): void => undefined;

/** A fair read-write lock: readers run together; a writer waits for the readers and writers before it and blocks those after it. */
export class ReadWriteLock {
  /** Resolves after the last write that was requested. */
  #lastWrite: Promise<void> = Promise.resolve();
  /** Reads that run or wait for a write. */
  readonly #reads = new Set<Promise<void>>();

  /** Runs `work` while no write runs. Resolves or rejects as `work` does. */
  read<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#lastWrite.then(work);
    const end = result.then(ignore, ignore).then(() => void this.#reads.delete(end));
    this.#reads.add(end);
    return result;
  }

  /** Runs `work` while no read and no other write runs. Resolves or rejects as `work` does. */
  write<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = Promise.all([this.#lastWrite, ...this.#reads]).then(work);
    this.#lastWrite = result.then(ignore, ignore);
    return result;
  }
}
