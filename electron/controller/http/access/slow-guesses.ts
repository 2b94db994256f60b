import { performance } from 'node:perf_hooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import type { Audit } from '../../audit/audit.ts';
import { logOf, pathOf } from '../answer/problems.ts';
import { clientOf, isStop } from '../budgets.ts';
import { KeyGuesses } from './key-guesses.ts';

/** Slows down addresses from which keys are guessed, and writes down once for each burst that they do. */
export class SlowGuesses {
  readonly #guesses = new KeyGuesses();
  readonly #audit: Audit;

  constructor(audit: Audit) {
    this.#audit = audit;
  }

  /** Throws `too-many-requests` while the keys of its address are not looked at. What can only end prints is always looked at. */
  admit(request: FastifyRequest, reply: FastifyReply): void {
    const wait = this.#guesses.wait(clientOf(request.raw), performance.now());
    if (wait === 0 || isStop(request)) return;
    const seconds = Math.ceil(wait / 1_000);
    void reply.header('retry-after', seconds);
    throw new ProblemError('too-many-requests', { detail: `Too many wrong keys came from this address. Go on in ${seconds} s.` });
  }

  /** The key of a request opened nothing. */
  async tell(request: FastifyRequest, key: string): Promise<void> {
    const address = clientOf(request.raw);
    if (!this.#guesses.tell(address, key, performance.now())) return;
    const log = logOf(request);
    log.warn({ address }, 'many wrong keys come from one address: it is made to wait');
    const use = { keyName: '', operation: `wrong keys from ${address}`, path: pathOf(request.url), requestId: request.id };
    try {
      const entry = await this.#audit.begin(use);
      this.#audit.end(entry, UNAUTHORIZED, (error) => log.error({ err: error }, 'the outcome of wrong keys could not be audited'));
    } catch (error) {
      log.error({ err: error, use }, 'wrong keys could not be audited');
    }
  }
}

const UNAUTHORIZED = 401;
