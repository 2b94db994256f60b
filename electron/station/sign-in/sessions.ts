import type { Clock } from '../clock.ts';
import { hashOf, newSecret } from './secrets.ts';
import type { Session, SessionStore } from './session-store.ts';

const DAY = 24 * 60 * 60_000;
/** Browsers keep no cookie for longer. */
export const SESSION_DAYS = 400;
/** Browsers that are signed in at most; beyond them the one that was not seen for longest has to sign in again. */
export const MOST_SESSIONS = 256;

export interface SessionsOptions {
  store: SessionStore;
  clock: Pick<Clock, 'now'>;
  /** Tells the log that sessions could not be written down: they hold until the station ends. */
  report: (error: unknown) => void;
}

/** The browsers that signed in, by the hashes of their secrets. They outlive the station. */
export class Sessions {
  readonly #options: SessionsOptions;
  /** Hash to when it was last seen, the one that was seen last at the end. */
  readonly #seen = new Map<string, number>();
  #saving: Promise<void> = Promise.resolve();

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** Reads the sessions of before, without those that no browser can hold any more. */
  async start(): Promise<void> {
    const oldest = this.#options.clock.now() - SESSION_DAYS * DAY;
    for (const { hash, seen } of await this.#options.store.list()) if (seen > oldest) this.#seen.set(hash, seen);
  }

  /** Resolves when everything is written down. */
  async stop(): Promise<void> {
    await this.#saving;
  }

  /** Begins a session and returns its secret, which is kept nowhere here. */
  open(): string {
    const secret = newSecret();
    this.#note(hashOf(secret));
    for (const hash of this.#seen.keys()) {
      if (this.#seen.size <= MOST_SESSIONS) break;
      this.#seen.delete(hash);
    }
    this.#save();
    return secret;
  }

  /** The first of these secrets that belongs to a session; undefined when none does. */
  find(secrets: readonly string[]): string | undefined {
    return secrets.find((secret) => {
      const hash = hashOf(secret);
      const seen = this.#seen.get(hash);
      if (seen === undefined) return false;
      if (Math.abs(this.#options.clock.now() - seen) >= DAY) {
        this.#note(hash);
        this.#save();
      }
      return true;
    });
  }

  #note(hash: string): void {
    this.#seen.delete(hash);
    this.#seen.set(hash, this.#options.clock.now());
  }

  /** A disk that is full keeps no operator out: the session holds, and is written with the next one. */
  #save(): void {
    const sessions = (): Session[] => [...this.#seen].map(([hash, seen]) => ({ hash, seen }));
    this.#saving = this.#saving.then(() => this.#options.store.save(sessions())).catch(this.#options.report);
  }
}
