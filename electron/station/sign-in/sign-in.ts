import { ProblemError } from '#contract/problem.ts';
import { TOKEN_FRAGMENT } from '#contract/station/sign-in.ts';
import { serveFor } from '../people/callers.ts';
import type { Clock } from '../platform/system-clock.ts';
import { hashOf, isSameHash, newSecret } from './secrets.ts';
import { Sessions, type SessionsOptions } from './sessions.ts';
import { removeStartFile, writeStartFile } from './start-file.ts';

/** Rate limit for wrong tokens (token bucket): size, and refill per second. The right token is always accepted. */
const WRONG_BURST = 10;
const WRONG_PER_SECOND = 1;
const SECOND = 1_000;
/** Milliseconds between a failed write of the start file and the next attempt. */
const RETRY_DELAY = 10_000;

export interface SignInOptions extends SessionsOptions {
  clock: Clock;
  /** The station's data folder. */
  folder: string;
}

/**
 * Signs browsers in: exchanges the token of the start address for a session, once, and writes the next token to the start file. Holds only the
 * hashes of tokens and secrets.
 */
export class SignIn {
  readonly #options: SignInOptions;
  readonly #sessions: Sessions;
  #url = '';
  #tokenHash = '';
  #wrongLeft = WRONG_BURST;
  #refilledAt: number;
  #cancelRetry: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: SignInOptions) {
    this.#options = options;
    this.#sessions = new Sessions(options);
    this.#refilledAt = options.clock.elapsed();
  }

  /** Reads the stored sessions. */
  async start(): Promise<void> {
    await this.#sessions.start();
  }

  /** Creates a token for the page at this URL, writes the start file, and resolves with the start address. */
  async invite(url: string): Promise<string> {
    this.#url = url;
    const address = this.#nextAddress();
    await this.#replaceFile(address);
    return address;
  }

  /** Removes the start file, and resolves when the sessions are stored. */
  async stop(): Promise<void> {
    this.#cancelRetry?.();
    await this.#writing;
    this.#cancelRetry?.();
    removeStartFile(this.#options.folder);
    await this.#sessions.stop();
  }

  /**
   * Exchanges a token for the secret of a session: the browser's present one (`held`) if it is valid, else a new one. The next token is in the start
   * file by then. Throws `sign-in-required` for a wrong or used token, and `too-many-requests` for too many of them.
   */
  async exchange(token: string, held: readonly string[]): Promise<string> {
    if (!isSameHash(hashOf(token), this.#tokenHash)) throw this.#refusal();
    // The token is replaced before the first await, so that a token that is sent twice is accepted once.
    await this.#replaceFile(this.#nextAddress());
    return this.find(held) ?? this.#sessions.open();
  }

  /** The first secret that belongs to a session; undefined when none does. */
  find(secrets: readonly string[]): string | undefined {
    return this.#sessions.find(secrets);
  }

  /** Runs a call as one of the session's screen, which is known by the hash of its secret. */
  serveFor<Result>(secret: string, call: () => Result): Result {
    return serveFor({ screen: hashOf(secret) }, call);
  }

  /** Replaces the token: the old one is invalid from now on. */
  #nextAddress(): string {
    const token = newSecret();
    this.#tokenHash = hashOf(token);
    return `${this.#url}/${TOKEN_FRAGMENT}${token}`;
  }

  /** Never rejects. A token is valid although its file could not be written; the write is retried. */
  #replaceFile(address: string): Promise<void> {
    this.#cancelRetry?.();
    const write = async (): Promise<void> => {
      try {
        await writeStartFile(this.#options.folder, address);
      } catch (error) {
        this.#options.report(error);
        this.#cancelRetry = this.#options.clock.after(RETRY_DELAY, () => void this.#replaceFile(address));
      }
    };
    this.#writing = this.#writing.then(write);
    return this.#writing;
  }

  #refusal(): ProblemError {
    const now = this.#options.clock.elapsed();
    this.#wrongLeft = Math.min(WRONG_BURST, this.#wrongLeft + ((now - this.#refilledAt) / SECOND) * WRONG_PER_SECOND);
    this.#refilledAt = now;
    if (this.#wrongLeft < 1)
      return new ProblemError('too-many-requests', { detail: 'Too many wrong tokens were sent. Try again in a second.' });
    this.#wrongLeft -= 1;
    return new ProblemError('sign-in-required', { detail: 'This start address is invalid or has been used. Each one works once.' });
  }
}
