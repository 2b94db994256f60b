import { ProblemError } from '#contract/problem.ts';
import { TOKEN_FRAGMENT, type SignInWay } from '#contract/station/sign-in.ts';
import type { SignInRequest } from '#contract/station/sign-in-request.ts';
import { serveFor } from '../people/callers.ts';
import type { Clock } from '../platform/system-clock.ts';
import { hashOf, isSameHash, newSecret } from './secrets.ts';
import { SESSION_DAYS, Sessions, type SessionsOptions } from './sessions.ts';
import { removeStartFiles, writeStartFiles, type StartFiles } from './start-file.ts';
import { TokenBucket } from './token-bucket.ts';

/** Wrong tokens; the right one is always accepted. */
const WRONG_TOKENS = { size: 10, perSecond: 1 };
/** Milliseconds between a failed write of the start file and the next attempt. */
const RETRY_DELAY = 10_000;
const DAY_SECONDS = 24 * 60 * 60;

export interface SignInOptions extends SessionsOptions, StartFiles {
  clock: Clock;
}

/**
 * Signs browsers in: exchanges the token of the start address for a session, once, and writes the next token to the start file. Holds only the
 * hashes of tokens and secrets.
 */
export class SignIn {
  readonly way: SignInWay = 'start-address';
  readonly cookieSeconds = SESSION_DAYS * DAY_SECONDS;
  readonly #options: SignInOptions;
  readonly #sessions: Sessions;
  readonly #wrongTokens: TokenBucket;
  #url = '';
  #tokenHash = '';
  #cancelRetry: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: SignInOptions) {
    this.#options = options;
    this.#sessions = new Sessions(options);
    this.#wrongTokens = new TokenBucket({ ...WRONG_TOKENS, clock: options.clock });
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
    removeStartFiles(this.#options);
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

  /** Exchanges a token. Throws as `exchange`, and `invalid-input` for another way to sign in. */
  async signIn(request: SignInRequest, { held }: { held: readonly string[] }): Promise<string> {
    if (!('token' in request))
      throw new ProblemError('invalid-input', { detail: 'A browser on this computer signs in with the start address.' });
    return this.exchange(request.token, held);
  }

  /** The first secret that belongs to a session; undefined when none does. */
  find(secrets: readonly string[]): string | undefined {
    return this.#sessions.find(secrets);
  }

  /** A session on this computer keeps its secret. */
  renew(secret: string): string {
    return secret;
  }

  /** A session on this computer does not end while its page is open. */
  onEnd(_secret: string, _listener: () => void): () => void {
    return () => undefined;
  }

  /** Runs a call as one of the session's screen, which is known by the hash of its secret. */
  serveFor<Result>(secret: string, call: () => Result): Result {
    return serveFor({ screen: hashOf(secret), place: 'local' }, call);
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
        await writeStartFiles(this.#options, address);
      } catch (error) {
        this.#options.report(error);
        this.#cancelRetry = this.#options.clock.after(RETRY_DELAY, () => void this.#replaceFile(address));
      }
    };
    this.#writing = this.#writing.then(write);
    return this.#writing;
  }

  #refusal(): ProblemError {
    if (!this.#wrongTokens.take())
      return new ProblemError('too-many-requests', { detail: 'Too many wrong tokens were sent. Try again in a second.' });
    return new ProblemError('sign-in-required', { detail: 'This start address is invalid or has been used. Each one works once.' });
  }
}
