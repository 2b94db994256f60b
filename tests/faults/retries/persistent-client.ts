import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Response timeout in milliseconds. */
const PATIENCE = 1_000;
/** A request without a response after this many attempts is a fault of the service. */
const MAX_ATTEMPTS = 500;

/** Statuses that a repetition cannot change. */
const FOR_EVER = [400, 401, 403, 404, 415];

export interface Told {
  attempts: number;
  /** The last response that was not a success. */
  refusal: string | undefined;
}

/** A request that must take effect exactly once. */
export interface OneRequest {
  /** Port of the proxy. */
  port: number;
  /** The service's Host header. */
  host: string;
  path: string;
  key: string;
}

/** Repeats a trigger with the same key until it succeeds, like an integrator who does not know whether a request arrived. */
export async function triggerUntilAnswered(one: OneRequest): Promise<Told> {
  let refusal: string | undefined;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const answer = await once(one).catch((error: unknown) => ({ status: 0, text: String(error) }));
    if (answer.status === 202) return { attempts: attempt, refusal };
    if (FOR_EVER.includes(answer.status)) throw new Error(`the request was refused: ${answer.status} ${answer.text}`);
    if (answer.status !== 0) refusal = `${answer.status} ${answer.text}`;
    await wait(Math.min(200, 5 * attempt));
  }
  throw new Error(`the request with the key ${one.key} was never answered; last: ${refusal}`);
}

/** Uses its own connection, as over a bad network. */
function once({ port, host, path, key }: OneRequest): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { host, 'idempotency-key': key, connection: 'close' };
    const call = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent: false, timeout: PATIENCE }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.on('error', reject);
      response.on('end', () => {
        if (response.complete) resolve({ status: response.statusCode ?? 0, text });
        else reject(new Error('the answer was cut off'));
      });
    });
    call.on('timeout', () => call.destroy(new Error('no answer')));
    call.on('error', reject);
    call.end();
  });
}
