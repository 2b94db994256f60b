import type { CoderStatus } from './coder.ts';

/** Milliseconds for which a status that was read is good enough. */
const LASTS = 500;

export interface RecentStatusOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  ask: () => Promise<CoderStatus>;
}

/** The status of a coder that is asked several questions for it. Between two readings of it only the count is read, as often as possible. */
export class RecentStatus {
  readonly #options: RecentStatusOptions;
  #status: CoderStatus | undefined;
  #readAt = 0;

  constructor(options: RecentStatusOptions) {
    this.#options = options;
  }

  /** Rejects as `ask` does. */
  async get(): Promise<CoderStatus> {
    const { now, ask } = this.#options;
    if (this.#status && now() - this.#readAt < LASTS) return this.#status;
    this.#status = await ask();
    this.#readAt = now();
    return this.#status;
  }

  /** The next one is asked for. */
  forget(): void {
    this.#status = undefined;
  }
}
