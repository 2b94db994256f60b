import { performance } from 'node:perf_hooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import type { Audit } from '../../audit/audit.ts';
import { logOf, pathOf } from '../answer/problems.ts';
import { clientOf, isStop } from '../app/client-budgets.ts';
import { KeyGuesses } from './key-guesses.ts';

/** Delays addresses that guess keys, and audits each burst of guesses once. */
export class KeyGuessThrottle {
  readonly #guesses = new KeyGuesses();
  readonly #audit: Audit;

  constructor(audit: Audit) {
    this.#audit = audit;
  }

  /** Throws `too-many-requests` while keys from the address are not checked. Requests that can only stop printing are always checked. */
  admit(request: FastifyRequest, reply: FastifyReply): void {
    const wait = this.#guesses.wait(clientOf(request.raw), performance.now());
    if (wait === 0 || isStop(request)) return;
    const seconds = Math.ceil(wait / 1_000);
    void reply.header('retry-after', seconds);
    throw new ProblemError('too-many-requests', { detail: `Too many wrong keys came from this address. Try again in ${seconds} s.` });
  }

  /** Records that the key of a request is not valid. */
  async record(request: FastifyRequest, key: string): Promise<void> {
    const address = clientOf(request.raw);
    if (!this.#guesses.record(address, key, performance.now())) return;
    const log = logOf(request);
    log.warn({ address }, 'an address sends many wrong keys and has to wait');
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
