import type { IncomingMessage } from 'node:http';
import { ProblemError } from '#contract/problem.ts';
import type { Door } from './door-types.ts';
import { foreignReason, headerValues } from './guard.ts';

interface GuardOptions {
  /** The host as bound. */
  host: string;
  isSafeMode: boolean;
  /** What others call this machine. */
  names: readonly string[];
  isEncrypted: boolean;
}

/** Why a request gets no further than the door; undefined for one that is let in. */
export type Guard = (request: IncomingMessage) => ProblemError | undefined;

/** Stands before every handler of the door, its reference pages and its unknown paths included. */
export function guardDoor(door: Door, guard: Guard): void {
  door.addHook('onRequest', ({ raw }, reply, done) => {
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

/** A printer can always be stopped: also one whose device holds prints of the run before. */
const STOP = /\/abortPrint(?:\?|$)/;

/** Refuses what is foreign, and what would change something in safe mode, but aborts. */
export function makeGuard({ isSafeMode, host, names, isEncrypted }: GuardOptions): Guard {
  return (request) => {
    const { headers, socket, method = '' } = request;
    const caller = { hosts: hostsOf(request), origin: headers.origin, fetchSite: headers['sec-fetch-site'] };
    const own = { host, names, isEncrypted, port: socket.localPort ?? 0, address: socket.localAddress };
    const detail = foreignReason(caller, own);
    if (detail !== undefined) return new ProblemError('foreign-origin', { detail });
    if (isSafeMode && !READING_METHODS.has(method) && !(method === 'POST' && STOP.test(request.url ?? ''))) {
      return new ProblemError('safe-mode', { detail: 'After repeated crashes the controller only reads until it is restarted.' });
    }
    return undefined;
  };
}

/** Whom a request asks: a target with an authority says so, whatever its `Host` says (RFC 9112, 3.2.2). */
function hostsOf({ url = '', rawHeaders }: IncomingMessage): string[] {
  const authority = url.startsWith('/') ? undefined : /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1];
  return authority === undefined ? headerValues(rawHeaders, 'host') : [authority];
}
