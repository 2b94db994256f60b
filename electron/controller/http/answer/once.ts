import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import type { Claim } from '../../idempotency/claim.ts';
import type { IdempotencyKeys, KeptAnswer } from '../../idempotency/idempotency-keys.ts';
import type { Door } from '../door-types.ts';

/** The header with which a client calls its request by a name of its own. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a POST with an `Idempotency-Key`: handed to the room whose transaction gives the request its effect. */
    claim: Claim | undefined;
  }
}

/**
 * Answers a POST with an `Idempotency-Key` once: a repeat gets the first answer and has no effect. What was refused as the
 * request's own fault (4xx) had no effect and is judged anew.
 */
export function answerOnce(door: Door, keys: IdempotencyKeys): void {
  door.decorateRequest('claim', undefined);

  door.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST') return;
    const key = keyOf(request);
    if (key === undefined) return;
    const answer = await keys.begin(key, requestHash(request));
    if (answer) await replay(reply, answer);
    else request.claim = claimOf(request, key, keys);
  });

  door.addHook('onSend', async ({ claim, log }, { statusCode }, payload) => {
    if (!claim) return payload;
    try {
      await keys.end(claim.key, { status: statusCode, body: typeof payload === 'string' ? payload : '' });
    } catch (error) {
      // What was done is done, whether its answer could be kept or not.
      log.error({ err: error }, `the answer to the request with the idempotency key ${JSON.stringify(claim.key)} could not be kept`);
    }
    return payload;
  });
}

function claimOf(request: FastifyRequest, key: string, keys: IdempotencyKeys): Claim {
  return {
    key,
    keep: (result, trx) => keys.keep(key, answerTo(request, result), trx),
    keepForPrint: (result, trx) => keys.keepForPrint(key, answerTo(request, result), trx),
  };
}

const NO_CONTENT = 204;

/** What the operation will answer with this result: with a body the success that it declares for one, else none. */
function answerTo(request: FastifyRequest, result: unknown): KeptAnswer {
  if (result === undefined) return { status: NO_CONTENT, body: '' };
  const { response = {} } = (request.routeOptions.schema ?? {}) as { response?: object };
  const status = Object.keys(response)
    .map(Number)
    .find((code) => code >= 200 && code < 300 && code !== NO_CONTENT);
  if (status === undefined) throw new Error(`${request.routeOptions.url} declares no answer with a body`);
  return { status, body: JSON.stringify(result) };
}

async function replay(reply: FastifyReply, { status, body }: KeptAnswer): Promise<void> {
  void reply.code(status);
  if (body === '') await reply.send();
  else await reply.type('application/json; charset=utf-8').send(body);
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers[IDEMPOTENCY_HEADER.toLowerCase()];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  const detail = 'must be 1 to 255 visible ASCII characters';
  throw new ProblemError('invalid-input', {
    detail: `${IDEMPOTENCY_HEADER}: ${detail}`,
    errors: [{ pointer: IDEMPOTENCY_HEADER, detail }],
  });
}

/** Method, path and body as they came in; the body as it was understood, so that blanks between its parts make no difference. */
function requestHash(request: FastifyRequest): string {
  const parts = [request.method, request.url, JSON.stringify(request.body ?? null)];
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
