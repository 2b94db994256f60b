import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import type { Claim } from '../../idempotency/claim.ts';
import { clientKey } from '../../idempotency/client-key.ts';
import type { IdempotencyKeys, KeptAnswer } from '../../idempotency/idempotency-keys.ts';
import type { Door } from '../door-types.ts';
import { declaredAccess } from '../openapi/access.ts';
import { logOf } from './problems.ts';

/** The header with which a client calls its request by a name of its own. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a POST with an `Idempotency-Key`: handed to the room whose transaction gives the request its effect. */
    claim: Claim | undefined;
  }
}

/**
 * Answers a POST with an `Idempotency-Key` once: a repeat by the same client gets the first answer and has no effect. What was refused as the
 * request's own fault (4xx) had no effect and is judged anew. Requests without a key wait for nothing.
 */
export function answerOnce(door: Door, keys: IdempotencyKeys): void {
  door.decorateRequest('claim', undefined);

  door.addHook('preHandler', (request, reply, done) => {
    const key = request.method === 'POST' ? keyOf(request) : undefined;
    if (key === undefined) {
      done();
      return;
    }
    keys.begin(key, requestHash(request)).then(
      (answer) => {
        if (answer) {
          replay(reply, answer);
          return;
        }
        request.claim = claimOf(request, key, keys);
        done();
      },
      (error: unknown) => done(mayGoOn(request, error) ? undefined : (error as Error)),
    );
  });

  door.addHook('onSend', (request, { statusCode }, ...[payload, done]) => {
    const { claim } = request;
    if (!claim) {
      done(null, payload);
      return;
    }
    const end = keys.end(claim.key, { status: statusCode, body: typeof payload === 'string' ? payload : '' });
    void end
      .catch((error: unknown) => {
        // What was done is done, whether its answer could be kept or not.
        logOf(request).error(
          { err: error },
          `the answer to the request with the idempotency key ${JSON.stringify(claim.key)} could not be kept`,
        );
      })
      .then(() => done(null, payload));
  });
}

/** What stops a printer goes on without its key where the keys cannot be read; it is not asked for twice by mistake. */
function mayGoOn(request: FastifyRequest, error: unknown): boolean {
  if (!declaredAccess(request.routeOptions.schema)['x-stops'] || (error instanceof ProblemError && error.status < SERVERS_FAULT))
    return false;
  logOf(request).error({ err: error }, 'a printer is stopped although its idempotency key could not be looked up');
  return true;
}

function claimOf(request: FastifyRequest, key: string, keys: IdempotencyKeys): Claim {
  return {
    key,
    keep: (result, trx) => keys.keep(key, { ...answerTo(request, result), requestHash: requestHash(request) }, trx),
    keepLater: () => keys.keepLater(key),
    keepForPrint: (result, trx) => keys.keepForPrint(key, answerTo(request, result), trx),
  };
}

const NO_CONTENT = 204;
const SERVERS_FAULT = 500;

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

function replay(reply: FastifyReply, { status, body }: KeptAnswer): void {
  void reply.code(status);
  if (body === '') void reply.send();
  else void reply.type('application/json; charset=utf-8').send(body);
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers[IDEMPOTENCY_HEADER.toLowerCase()];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return clientKey(request.grant?.id, key);
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
