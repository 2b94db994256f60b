import { ProblemError } from '#contract/problem.ts';
import { TOKEN_FRAGMENT } from '#contract/station/sign-in.ts';
import type { Clock } from '../clock.ts';
import { hashOf, isSameHash, newSecret } from './secrets.ts';
import { Sessions, type SessionsOptions } from './sessions.ts';
import { removeStartFile, writeStartFile } from './start-file.ts';

/** Wrong tokens that are answered at once, and how many more each second; beyond them 429. The right one is always taken. */
const WRONG_AT_ONCE = 10;
const WRONG_PER_SECOND = 1;
const SECOND = 1_000;
/** How long after a failure the start file is written again. */
const PAUSE = 10_000;

export interface SignInOptions extends SessionsOptions {
  clock: Clock;
  /** The station's data folder. */
  folder: string;
}

/**
 * Lets browsers in: the token of the start address is exchanged for a session, once; the next token is then in the start file.
 * Of tokens and sessions only hashes are held here.
 */
export class SignIn {
  readonly #options: SignInOptions;
  readonly #sessions: Sessions;
  #url = '';
  #tokenHash = '';
  #wrongLeft = WRONG_AT_ONCE;
  #wrongCounted: number;
  #cancelRetry: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: SignInOptions) {
    this.#options = options;
    this.#sessions = new Sessions(options);
    this.#wrongCounted = options.clock.elapsed();
  }

  /** Reads the sessions of before. */
  async start(): Promise<void> {
    await this.#sessions.start();
  }

  /** Lets one browser in to the page at this URL: writes the start file, and resolves with the start address that is in it. */
  async invite(url: string): Promise<string> {
    this.#url = url;
    const address = this.#nextAddress();
    await this.#replaceFile(address);
    return address;
  }

  /** Removes the start file, and resolves when the sessions are written down. */
  async stop(): Promise<void> {
    this.#cancelRetry?.();
    await this.#writing;
    this.#cancelRetry?.();
    removeStartFile(this.#options.folder);
    await this.#sessions.stop();
  }

  /**
   * Takes a token, and resolves with the secret of a session: the one that the browser holds already, or a new one. By then the next token is in the
   * start file. Throws `sign-in-required` for a token that is wrong or was used, and `too-many-requests` after too many of them.
   */
  async exchange(token: string, held: readonly string[]): Promise<string> {
    if (!isSameHash(hashOf(token), this.#tokenHash)) throw this.#refusal();
    // Nothing is awaited before the next address: the same token sent twice is taken once.
    await this.#replaceFile(this.#nextAddress());
    return this.find(held) ?? this.#sessions.open();
  }

  /** The first of these secrets that belongs to a session; undefined when none does. */
  find(secrets: readonly string[]): string | undefined {
    return this.#sessions.find(secrets);
  }

  /** From here on the token of before opens nothing. */
  #nextAddress(): string {
    const token = newSecret();
    this.#tokenHash = hashOf(token);
    return `${this.#url}/${TOKEN_FRAGMENT}${token}`;
  }

  /** Never rejects. A full disk keeps out no browser that has the token; the file follows when there is room. */
  #replaceFile(address: string): Promise<void> {
    this.#cancelRetry?.();
    const write = async (): Promise<void> => {
      try {
        await writeStartFile(this.#options.folder, address);
      } catch (error) {
        this.#options.report(error);
        this.#cancelRetry = this.#options.clock.after(PAUSE, () => void this.#replaceFile(address));
      }
    };
    this.#writing = this.#writing.then(write);
    return this.#writing;
  }

  #refusal(): ProblemError {
    const now = this.#options.clock.elapsed();
    this.#wrongLeft = Math.min(WRONG_AT_ONCE, this.#wrongLeft + ((now - this.#wrongCounted) / SECOND) * WRONG_PER_SECOND);
    this.#wrongCounted = now;
    if (this.#wrongLeft < 1)
      return new ProblemError('too-many-requests', { detail: 'Too many wrong tokens were sent. Try again in a second.' });
    this.#wrongLeft -= 1;
    return new ProblemError('sign-in-required', { detail: 'This start address is not valid, or was used already. Each one works once.' });
  }
}
