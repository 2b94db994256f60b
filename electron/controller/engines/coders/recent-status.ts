import type { CoderStatus } from './coder.ts';

/** Milliseconds for which a status that was read is good enough. */
const LASTS = 500;

export interface RecentStatusOptions<Status> {
  /** Milliseconds since the epoch. */
  now: () => number;
  ask: () => Promise<Status>;
}

/** The status of a coder that is asked several questions for it. Between two readings of it only the count is asked, as often as it can be. */
export class RecentStatus<Status extends CoderStatus> {
  readonly #options: RecentStatusOptions<Status>;
  #status: Status | undefined;
  #readAt = 0;

  constructor(options: RecentStatusOptions<Status>) {
    this.#options = options;
  }

  /** Rejects as `ask` does. */
  async get(): Promise<Status> {
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
