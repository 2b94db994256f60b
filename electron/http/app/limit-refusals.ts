import { performance } from 'node:perf_hooks';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import { ClientBudgets, type Rate } from './client-budgets.ts';
import type { FastifyApp } from './fastify-app.ts';

/** A client that works as it should has few refused requests; the burst is for one that looks for the print that is refused within a large batch. */
const REFUSALS: Rate = { perSecond: 5, burst: 100 };
const TOO_MANY = 429;

/**
 * Refuses requests of a client whose requests were refused (with a status from 400 to 499) again and again, with `too-many-requests` and before their body is
 * read: to find out that a body is wrong costs more than to send it. Requests for which `nameOf` returns undefined are not limited. Add it after the hooks that tell
 * whose request it is.
 */
export function limitRefusals(app: FastifyApp, nameOf: (request: FastifyRequest) => string | undefined): void {
  const budgets = new ClientBudgets({ requests: REFUSALS, stops: REFUSALS });
  app.addHook('onRequest', (request, reply, done) => {
    const name = nameOf(request);
    const wait = name === undefined ? 0 : budgets.waitOf(name, performance.now());
    if (wait === 0) {
      done();
      return;
    }
    const seconds = Math.ceil(wait / 1_000);
    void reply.header('retry-after', seconds);
    done(new ProblemError('too-many-requests', { detail: `Too many refused requests from this client. Try again in ${seconds} s.` }));
  });
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const name = nameOf(request);
    const isRefused = statusCode >= 400 && statusCode < 500 && statusCode !== TOO_MANY;
    if (isRefused && name !== undefined) budgets.spend(name, 'request', performance.now());
    done();
  });
}
