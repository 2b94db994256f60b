import { performance } from 'node:perf_hooks';
import { ProblemError } from '#contract/problem.ts';
import { KeyGuesses } from './key-guesses.ts';

/** Where a burst of wrong keys is recorded. */
interface RefusalAudit {
  recordRefusal: (use: { operation: string; path: string; requestId: string }, status: number) => Promise<void>;
}

interface ThrottleLog {
  warn: (details: object, message: string) => void;
  error: (details: object, message: string) => void;
}

/** Where a wrong key was sent. */
export interface KeyGuess {
  address: string;
  key: string;
  /** The path of the request, for the audit log. */
  path: string;
  requestId: string;
  log: ThrottleLog;
}

/** Delays addresses that guess keys, and audits each burst of guesses once. Shared by all servers: a guess on one counts for the others. */
export class KeyGuessThrottle {
  readonly #guesses = new KeyGuesses();
  readonly #audit: RefusalAudit;

  constructor(audit: RefusalAudit) {
    this.#audit = audit;
  }

  /** Whole seconds during which keys from the address are not checked; 0 when they are. */
  waitOf(address: string): number {
    return Math.ceil(this.#guesses.wait(address, performance.now()) / 1_000);
  }

  /** Records that a key is not valid. Never rejects. */
  async record({ address, key, path, requestId, log }: KeyGuess): Promise<void> {
    if (!this.#guesses.record(address, key, performance.now())) return;
    log.warn({ address }, 'an address sends many wrong keys and has to wait');
    const use = { operation: `wrong keys from ${address}`, path, requestId };
    await this.#audit.recordRefusal(use, UNAUTHORIZED).catch((error: unknown) => {
      log.error({ err: error, use }, 'wrong keys could not be audited');
    });
  }
}

/** The failure of a request whose address has to wait. */
export function mustWait(seconds: number): ProblemError {
  return new ProblemError('too-many-requests', { detail: `Too many wrong keys came from this address. Try again in ${seconds} s.` });
}

/** The failure of a request with a key that is unknown, revoked or expired. */
export function keyNotValid(): ProblemError {
  return new ProblemError('unauthorized', { detail: 'The key is not valid.' });
}

const UNAUTHORIZED = 401;
