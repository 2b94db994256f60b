import { createHmac } from 'node:crypto';

/** A message as it is sent: the same for every attempt, except for time and signature. */
export interface WebhookMessage {
  /** Unique for the event, and the same at every attempt: a receiver that has it already ignores the message. */
  id: string;
  body: string;
}

const PREFIX = 'whsec_';

/**
 * The headers of Standard Webhooks 1.0 (standardwebhooks.com): `webhook-id`, `webhook-timestamp` in seconds since the epoch, and
 * `webhook-signature` with `v1,` and the base64 of the HMAC-SHA256 of "id.timestamp.body", one for each secret. `now` is in milliseconds.
 */
export function signedHeaders({ id, body }: WebhookMessage, secrets: readonly string[], now: number): Record<string, string> {
  const timestamp = Math.floor(now / 1_000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') };
}
