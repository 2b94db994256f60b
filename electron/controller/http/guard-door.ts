import type { FastifyRequest } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import type { Door } from './door-types.ts';
import { foreignReason, headerValues } from './guard.ts';

export interface GuardOptions {
  /** The host as bound. */
  host: string;
  isSafeMode: boolean;
  /** What others call this machine. */
  names: readonly string[];
  isEncrypted: boolean;
}

/** Stands before every handler of the door, its reference pages and its unknown paths included. */
export function guardDoor(door: Door, options: GuardOptions): void {
  door.addHook('onRequest', (request, reply, done) => {
    void reply.headers(SECURITY_HEADERS);
    done(refusal(request, options));
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

/** Why a request gets no further than the door: it is foreign, or it would change something in safe mode. */
export function refusal(request: FastifyRequest, { isSafeMode, ...own }: GuardOptions): ProblemError | undefined {
  const { raw } = request;
  const caller = {
    hosts: headerValues(raw.rawHeaders, 'host'),
    origin: request.headers.origin,
    fetchSite: request.headers['sec-fetch-site'],
  };
  const detail = foreignReason(caller, { ...own, port: raw.socket.localPort ?? 0, address: raw.socket.localAddress });
  if (detail !== undefined) return new ProblemError('foreign-origin', { detail });
  if (isSafeMode && !READING_METHODS.has(request.method)) {
    return new ProblemError('safe-mode', { detail: 'After repeated crashes the controller only reads until it is restarted.' });
  }
  return undefined;
}
