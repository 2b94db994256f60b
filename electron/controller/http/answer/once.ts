import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import type { IdempotencyKeys } from '../../idempotency/idempotency-keys.ts';
import type { Door } from '../door-types.ts';

const HEADER = 'idempotency-key';

/**
 * Answers a POST with an `Idempotency-Key` once: a repeat gets the first answer and has no effect. What was refused as the
 * request's own fault (4xx) had no effect and is judged anew.
 */
export function answerOnce(door: Door, keys: IdempotencyKeys): void {
  const begun = new WeakMap<FastifyRequest, string>();

  door.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST') return;
    const key = keyOf(request);
    if (key === undefined) return;
    const answer = await keys.begin(key, requestHash(request));
    if (!answer) {
      begun.set(request, key);
      return;
    }
    await replay(reply, answer);
  });

  door.addHook('onSend', async (request, reply, payload) => {
    const key = begun.get(request);
    if (key === undefined) return payload;
    begun.delete(request);
    const status = reply.statusCode;
    if (status >= 400 && status < 500) await keys.forget(key);
    else await keys.keep(key, { status, body: typeof payload === 'string' ? payload : '' });
    return payload;
  });
}

async function replay(reply: FastifyReply, { status, body }: { status: number; body: string }): Promise<void> {
  void reply.code(status);
  if (body === '') await reply.send();
  else await reply.type(status < 400 ? 'application/json; charset=utf-8' : 'application/problem+json').send(body);
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers[HEADER];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  const detail = 'must be 1 to 255 visible ASCII characters';
  throw new ProblemError('invalid-input', { detail: `Idempotency-Key: ${detail}`, errors: [{ pointer: 'Idempotency-Key', detail }] });
}

/** Method, path and body as they came in; the body as it was understood, so that blanks between its parts make no difference. */
function requestHash(request: FastifyRequest): string {
  const parts = [request.method, request.url, JSON.stringify(request.body ?? null)];
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
