import type { Clock } from '../platform/system-clock.ts';
import { hashOf, newSecret } from './secrets.ts';
import type { Session, SessionStore } from './session-store.ts';

const DAY = 24 * 60 * 60_000;
/** Longest lifetime that browsers allow for a cookie (RFC 6265bis). */
export const SESSION_DAYS = 400;
/** Beyond this number the session that was unused for longest ends. */
export const MAX_SESSIONS = 256;

export interface SessionsOptions {
  store: SessionStore;
  clock: Pick<Clock, 'now'>;
  /** Logs that sessions could not be stored. They are valid until the station ends. */
  report: (error: unknown) => void;
}

/** The sessions of signed-in browsers, stored over restarts as hashes of their secrets. */
export class Sessions {
  readonly #options: SessionsOptions;
  /** Time of last use by hash, least recently used first. */
  readonly #seen = new Map<string, number>();
  #saving: Promise<void> = Promise.resolve();

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** Reads the stored sessions, without those whose cookie has expired. */
  async start(): Promise<void> {
    const oldest = this.#options.clock.now() - SESSION_DAYS * DAY;
    for (const { hash, seen } of await this.#options.store.list()) if (seen > oldest) this.#seen.set(hash, seen);
  }

  /** Resolves when all sessions are stored. */
  async stop(): Promise<void> {
    await this.#saving;
  }

  /** Creates a session and returns its secret, of which only the hash is stored. */
  open(): string {
    const secret = newSecret();
    this.#touch(hashOf(secret));
    for (const hash of this.#seen.keys()) {
      if (this.#seen.size <= MAX_SESSIONS) break;
      this.#seen.delete(hash);
    }
    this.#save();
    return secret;
  }

  /** The first secret that belongs to a session; undefined when none does. */
  find(secrets: readonly string[]): string | undefined {
    return secrets.find((secret) => {
      const hash = hashOf(secret);
      const seen = this.#seen.get(hash);
      if (seen === undefined) return false;
      if (Math.abs(this.#options.clock.now() - seen) >= DAY) {
        this.#touch(hash);
        this.#save();
      }
      return true;
    });
  }

  #touch(hash: string): void {
    this.#seen.delete(hash);
    this.#seen.set(hash, this.#options.clock.now());
  }

  /** A full disk does not refuse a sign-in: the session is valid in memory, and is stored with the next one. */
  #save(): void {
    const sessions = (): Session[] => [...this.#seen].map(([hash, seen]) => ({ hash, seen }));
    this.#saving = this.#saving.then(() => this.#options.store.save(sessions())).catch(this.#options.report);
  }
}
