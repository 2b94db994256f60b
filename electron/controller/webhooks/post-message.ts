import type { IncomingMessage } from 'node:http';
import type { Webhook } from '#contract/api-v3/webhook.ts';
import { failureReason, retryAfterOf, sendRequest } from '../outgoing-http/send-request.ts';

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
export async function postMessage({ webhook, headers, body }: MessageToPost, signal: AbortSignal): Promise<Attempt> {
  try {
    const all = { ...headers, 'content-type': 'application/json', 'user-agent': 'Strobe-Webhooks' };
    const response = await sendRequest(webhook, { method: 'POST', headers: all, body, agent: false }, signal);
    response.once('error', () => undefined).destroy();
    return attemptOf(response);
  } catch (error) {
    return { isDelivered: false, reason: `It was not delivered: ${signal.aborted ? 'no answer in time' : failureReason(error)}.` };
  }
}

function attemptOf(response: IncomingMessage): Attempt {
  const { statusCode: status = 0, headers } = response;
  if (status >= 200 && status < 300) return { isDelivered: true, status };
  const retryAfter = retryAfterOf(response);
  if (status === GONE) return { isDelivered: false, status, isGone: true, reason: 'The receiver answered 410: it wants no more events.' };
  if (status >= 300 && status < 400 && headers.location !== undefined)
    return { isDelivered: false, status, reason: `The receiver answered ${status} with another address, which is not followed.` };
  return { isDelivered: false, status, ...(retryAfter !== undefined && { retryAfter }), reason: `The receiver answered ${status}.` };
}
