import { request as requestHttp, type Agent, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { rootCertificates } from 'node:tls';
import { isPlainTextToOthers } from '#contract/api-v3/http-address.ts';
import { lookupReceiver, refuseNumericAddress } from './receiver-address.ts';

/** The longest headers of an answer, in bytes. */
const MAX_HEADERS = 16_384;

/** A machine that the controller sends to, as people have configured it. */
export interface Receiver {
  url: string;
  /** PEM certificates of authorities that sign its certificate, in addition to the public ones. */
  authorities: string;
  /** Whether `http://` may lead to another machine. */
  isPlainTextAllowed: boolean;
}

export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT';
  headers: Record<string, string>;
  /** Empty for a GET. */
  body?: string | Buffer;
  /** Keeps connections; false for a connection that ends with the answer. */
  agent: Agent | false;
}

/**
 * Sends a request, and resolves with the answer, whose body the caller reads or destroys. Redirects are not followed. Rejects without a connection to
 * a permitted address, and when the signal aborts.
 */
export async function sendRequest(
  { url: address, authorities, isPlainTextAllowed }: Receiver,
  { method, headers, body = '', agent }: OutgoingRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const url = new URL(address);
  // Also checked here: stored settings may be from an earlier version.
  refuseNumericAddress(url.hostname);
  if (isPlainTextToOthers(address) && !isPlainTextAllowed) throw new Error('http:// to another machine is not allowed');
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = {
    method,
    headers: {
      ...headers,
      ...(method !== 'GET' && { 'content-length': Buffer.byteLength(body) }),
      ...(agent === false && { connection: 'close' }),
    },
    agent,
    lookup: lookupReceiver,
    maxHeaderSize: MAX_HEADERS,
    signal,
  };
  const ca = authorities === '' ? {} : { ca: [...rootCertificates, authorities] };
  const request = url.protocol === 'https:' ? requestHttps(url, { ...options, ...ca }) : requestHttp(url, options);
  request.once('response', resolve);
  // Also after the answer: a receiver may end the connection before it has read the whole request.
  request.on('error', reject);
  request.end(body);
  return promise;
}

/** Why a request failed. A connection that fails to several addresses of a host has the reasons in its parts. */
export function failureReason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(failureReason).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** Seconds after which a receiver wants the next attempt (`Retry-After`, RFC 9110); undefined without a number. */
export function retryAfterOf({ headers }: IncomingMessage): number | undefined {
  const { 'retry-after': retryAfter } = headers;
  return /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
}
