import type { IncomingMessage } from 'node:http';
import { ProblemError } from '#contract/problem.ts';
import { foreignReason, headerValues, hostsOf } from '#contract/request-origin.ts';
import type { FastifyApp } from './fastify-app.ts';

interface GuardOptions {
  /** The address that the server is bound to. */
  host: string;
  isSafeMode: boolean;
  /** Other names of this machine. */
  names: readonly string[];
  isEncrypted: boolean;
  /** Whether an address is one of a page, which other sites may link to. None is when left out. */
  isPage?: (url: string) => boolean;
}

/** Returns why a request is refused; undefined when it is admitted. */
export type Guard = (request: IncomingMessage) => ProblemError | undefined;

/** Runs the guard before every handler, including the reference pages and unknown paths. */
export function guardRequests(app: FastifyApp, guard: Guard): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    void reply.headers(SECURITY_HEADERS);
    done(guard(raw));
  });
}

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Aborts are always admitted: an engine may still hold prints of an earlier run. */
const STOP = /\/abortPrint(?:\?|$)/;

/** Refuses foreign requests and, in safe mode, every change but an abort. */
export function makeGuard({ isSafeMode, host, names, isEncrypted, isPage = () => false }: GuardOptions): Guard {
  return (request) => {
    const { headers, rawHeaders, socket, method = '', url = '' } = request;
    const isLinkToPage = isNavigation(request) && isPage(url);
    const fetchSite = isLinkToPage ? 'none' : headers['sec-fetch-site'];
    const caller = { hosts: hostsOf(request), origins: headerValues(rawHeaders, 'origin'), fetchSite };
    const own = { host, names, isEncrypted, port: socket.localPort ?? 0, address: socket.localAddress };
    const detail = foreignReason(caller, own);
    if (detail !== undefined) return new ProblemError('foreign-origin', { detail });
    if (isSafeMode && !READING_METHODS.has(method) && !(method === 'POST' && STOP.test(url))) {
      return new ProblemError('safe-mode', { detail: 'The controller is read-only after repeated crashes, until it is restarted.' });
    }
    return undefined;
  };
}

/** Whether a browser opens the address as a document of its own: a site that links to it can neither read nor frame it. */
function isNavigation({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}
