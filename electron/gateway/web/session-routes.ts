import type { FastifyInstance } from 'fastify';
import { parseInput } from '#contract/parse-input.ts';
import { ProblemError } from '#contract/problem.ts';
import { SESSION_PATH, signInSchema } from '#contract/station/sign-in.ts';
import type { PageAccess } from './page-access.ts';
import { PUBLIC } from './request-guard.ts';
import { sessionCookie, sessionSecrets } from './session-cookie.ts';

const BODY_LIMIT = 1_024;

/** Routes of the sign-in: POST exchanges the start address's token for a session cookie, GET reports whether the browser has a session. */
export function serveSession(server: FastifyInstance, access: PageAccess): void {
  server.post(SESSION_PATH, { config: PUBLIC, bodyLimit: BODY_LIMIT }, async ({ raw, body }, reply) => {
    const { token } = parseInput(signInSchema, body);
    const secret = await access.exchange(token, sessionSecrets(raw));
    return reply
      .code(204)
      .headers({ 'set-cookie': sessionCookie(raw, secret), 'cache-control': 'no-store' })
      .send();
  });
  server.get(SESSION_PATH, { config: PUBLIC, exposeHeadRoute: false }, async ({ raw }, reply) => {
    if (access.find(sessionSecrets(raw)) === undefined) throw signInRequired();
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}

export function signInRequired(): ProblemError {
  return new ProblemError('sign-in-required', { detail: 'Open the start address of Strobe in this browser.' });
}
