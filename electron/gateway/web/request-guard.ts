import type { FastifyRequest } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import { foreignReason, headerValues, hostsOf } from '#contract/request-origin.ts';
import { SESSION_PATH } from '#contract/station/sign-in.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route needs no session. */
    isPublic?: boolean;
  }
}

/** Marks a route that needs no session: the page's own files, and the sign-in. */
export const PUBLIC = { isPublic: true } as const;

/** Where a page server listens. */
export interface ListeningAddress {
  host: string;
  /** Other names of this computer, in lower case. */
  names: readonly string[];
  isEncrypted: boolean;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT']);

/**
 * Refuses requests that do not come from this station's page: another host or origin, unsupported methods, and a WebSocket or sign-in without an
 * Origin header. Throws `foreign-origin` and `method-not-allowed`.
 */
export function checkCaller(request: FastifyRequest, listening: ListeningAddress): void {
  const { raw, method } = request;
  const origins = headerValues(raw.rawHeaders, 'origin');
  const caller = { hosts: hostsOf(raw), origins, fetchSite: isOpenedPage(request) ? 'none' : headerOf(request, 'sec-fetch-site') };
  const { localPort: port = 0, localAddress: address } = raw.socket;
  const detail = foreignReason(caller, { ...listening, port, address });
  if (detail !== undefined) throw new ProblemError('foreign-origin', { detail });
  const isSignIn = method === 'POST' && request.routeOptions.url === SESSION_PATH;
  if (!METHODS.has(method) && !isSignIn) throw new ProblemError('method-not-allowed', { detail: `The method ${method} is not supported.` });
  // Every browser sends the header. Another program that sends it needs a session too.
  if ((isSignIn || request.ws) && origins.length !== 1) {
    throw new ProblemError('foreign-origin', { detail: 'The request has no Origin header.' });
  }
}

/** Whether a request needs a session. One without a route does not: it gets 404. */
export function needsSession(request: FastifyRequest): boolean {
  return !request.is404 && request.routeOptions.config.isPublic !== true;
}

/** A navigation to the page, by a link on another site or by the start file. Other sites can open the page, but neither read nor frame it. */
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
