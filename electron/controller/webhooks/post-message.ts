import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { rootCertificates } from 'node:tls';
import { isLoopbackAddress, type Webhook } from '#contract/api-v3/webhook.ts';
import { lookupReceiver, refuseNumericAddress } from './receiver-address.ts';

/** The longest headers of an answer, in bytes; its body is not read. */
const MAX_HEADERS = 16_384;
const GONE = 410;

/** What became of an attempt. */
export interface Attempt {
  isDelivered: boolean;
  status?: number;
  /** As a sentence. */
  reason?: string;
  /** The receiver wants no more messages. */
  isGone?: boolean;
  /** Seconds after which the receiver wants the next attempt. */
  retryAfter?: number;
}

export interface MessageToPost {
  webhook: Pick<Webhook, 'url' | 'authorities' | 'isPlainTextAllowed'>;
  headers: Record<string, string>;
  body: string;
}

/** Posts a message once. Redirects are not followed, and the body of the answer is not read. Never rejects. */
export async function postMessage(message: MessageToPost, signal: AbortSignal): Promise<Attempt> {
  try {
    refuseInsecure(message.webhook);
    const { statusCode = 0, headers } = await send(message, signal);
    return attemptOf(statusCode, headers);
  } catch (error) {
    return { isDelivered: false, reason: `It was not delivered: ${signal.aborted ? 'no answer in time' : reasonOf(error)}.` };
  }
}

/** Also checked here: a stored webhook may be from an earlier version. */
function refuseInsecure({ url, isPlainTextAllowed }: MessageToPost['webhook']): void {
  refuseNumericAddress(new URL(url).hostname);
  if (/^http:/i.test(url) && !isPlainTextAllowed && !isLoopbackAddress(url)) throw new Error('http:// to another machine is not allowed');
}

function send({ webhook, headers, body }: MessageToPost, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const url = new URL(webhook.url);
  const options = {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Strobe-Webhooks',
      connection: 'close',
    },
    agent: false as const,
    lookup: lookupReceiver,
    maxHeaderSize: MAX_HEADERS,
    signal,
  };
  const ca = webhook.authorities === '' ? {} : { ca: [...rootCertificates, webhook.authorities] };
  const request = url.protocol === 'https:' ? requestHttps(url, { ...options, ...ca }) : requestHttp(url, options);
  request.once('response', (response) => {
    resolve(response);
    response.once('error', () => undefined).destroy();
  });
  // Also after the answer: the connection is ended before its body is read.
  request.on('error', reject);
  request.end(body);
  return promise;
}

function attemptOf(status: number, { location, 'retry-after': retryAfter }: IncomingMessage['headers']): Attempt {
  if (status >= 200 && status < 300) return { isDelivered: true, status };
  const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? { retryAfter: Number(retryAfter) } : {};
  if (status === GONE) return { isDelivered: false, status, isGone: true, reason: 'The receiver answered 410: it wants no more events.' };
  if (status >= 300 && status < 400 && location !== undefined)
    return { isDelivered: false, status, reason: `The receiver answered ${status} with another address, which is not followed.` };
  return { isDelivered: false, status, ...seconds, reason: `The receiver answered ${status}.` };
}

/** A connection that fails to several addresses of a host has the reasons in its parts. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
