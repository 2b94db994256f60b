import type { FastifyRequest } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import { SESSION_PATH } from '#contract/station/sign-in.ts';
import { foreignReason, headerValues, hostsOf } from './guard.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers browsers that have not signed in, too. */
    isPublic?: boolean;
  }
}

/** Marks the routes that answer browsers which have not signed in: the page's own files, and the sign-in. Every other route needs a session. */
export const PUBLIC = { isPublic: true } as const;

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT']);

/**
 * Refuses what no page of this station sends, before any handler: another host or origin, methods that are not known, and a WebSocket or a
 * sign-in that does not say which page it comes from. Throws `foreign-origin` and `method-not-allowed`.
 */
export function checkCaller(request: FastifyRequest): void {
  const { raw, method } = request;
  const origins = headerValues(raw.rawHeaders, 'origin');
  const caller = { hosts: hostsOf(raw), origins, fetchSite: isOpenedPage(request) ? 'none' : headerOf(request, 'sec-fetch-site') };
  const detail = foreignReason(caller, raw.socket.localPort ?? 0);
  if (detail !== undefined) throw new ProblemError('foreign-origin', { detail });
  const isSignIn = method === 'POST' && request.routeOptions.url === SESSION_PATH;
  if (!METHODS.has(method) && !isSignIn) throw new ProblemError('method-not-allowed', { detail: `${method} is not known here.` });
  // Every browser says it. Another program of this computer that sends it has to have a session as well.
  if ((isSignIn || request.ws) && origins.length !== 1) {
    throw new ProblemError('foreign-origin', { detail: 'The request does not say that it comes from the page of this station.' });
  }
}

/** Whether a session is needed for what is asked. What has no handler needs none: there is nothing. */
export function needsSession(request: FastifyRequest): boolean {
  return !request.is404 && request.routeOptions.config.isPublic !== true;
}

/** A person opened the page in a tab, by a link elsewhere or by the start file: a file of the page that no other page can read or frame. */
function isOpenedPage(request: FastifyRequest): boolean {
  return (
    request.method === 'GET' &&
    request.routeOptions.config.isPublic === true &&
    headerOf(request, 'sec-fetch-mode') === 'navigate' &&
    headerOf(request, 'sec-fetch-dest') === 'document'
  );
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join() : value;
}
