import type { FastifyInstance } from 'fastify';
import { parseInput } from '#contract/parse-input.ts';
import { ProblemError } from '#contract/problem.ts';
import { SESSION_PATH, SIGN_IN_HEADER } from '#contract/station/sign-in.ts';
import { signInSchema } from '#contract/station/sign-in-request.ts';
import type { PageAccess } from './page-access.ts';
import { PUBLIC } from './request-guard.ts';
import { sessionCookie, sessionSecrets } from '#http/app/session-cookie.ts';

const BODY_LIMIT = 1_024;

/** Routes of the sign-in: POST opens a session, GET reports whether the browser has one, and how it signs in otherwise. */
export function serveSession<Session>(server: FastifyInstance, access: PageAccess<Session>): void {
  server.post(SESSION_PATH, { config: PUBLIC, bodyLimit: BODY_LIMIT }, async ({ raw, body }, reply) => {
    const browser = { held: sessionSecrets(raw), address: addressOf(raw.socket.remoteAddress) };
    const secret = await access.signIn(parseInput(signInSchema, body), browser);
    return reply
      .code(204)
      .headers({ 'set-cookie': sessionCookie(raw, { secret, seconds: access.cookieSeconds }), 'cache-control': 'no-store' })
      .send();
  });
  server.get(SESSION_PATH, { config: PUBLIC, exposeHeadRoute: false }, async ({ raw }, reply) => {
    void reply.header(SIGN_IN_HEADER, access.way);
    if (access.find(sessionSecrets(raw)) === undefined) throw signInRequired();
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}

export function signInRequired(): ProblemError {
  return new ProblemError('sign-in-required', { detail: 'Sign in to the page of this station first.' });
}

/** An IPv4 address of an IPv6 socket as IPv4. */
function addressOf(address = ''): string {
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '');
}
