import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import type { IdempotentRequest } from '../../idempotency/idempotent-request.ts';
import { clientKey } from '../../idempotency/client-key.ts';
import type { IdempotencyKeys, StoredResponse } from '../../idempotency/idempotency-keys.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { declaredAccess } from '#http/openapi/declared-access.ts';
import { logOf } from '#http/answer/problems.ts';

/** The request header that names a request, so that it can be repeated safely. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for a POST with an `Idempotency-Key`. The handler passes it to the module whose transaction makes the change. */
    idempotency: IdempotentRequest | undefined;
  }
}

/**
 * Executes a POST with an `Idempotency-Key` once: a repeat by the same client gets the first response and has no effect. A request that was
 * refused (4xx) had no effect and is executed again. Requests without a key are not delayed.
 */
export function handleIdempotentRequests(app: FastifyApp, keys: IdempotencyKeys): void {
  app.decorateRequest('idempotency', undefined);

  app.addHook('preHandler', (request, reply, done) => {
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
        request.idempotency = idempotentRequestOf(request, key, keys);
        done();
      },
      (error: unknown) => done(mayGoOn(request, error) ? undefined : (error as Error)),
    );
  });

  app.addHook('onSend', (request, { statusCode }, ...[payload, done]) => {
    const { idempotency } = request;
    if (!idempotency) {
      done(null, payload);
      return;
    }
    const end = keys.end(idempotency.key, { status: statusCode, body: typeof payload === 'string' ? payload : '' });
    void end
      .catch((error: unknown) => {
        // The request has taken effect whether or not its response could be stored.
        logOf(request).error(
          { err: error },
          `the response to the request with the idempotency key ${JSON.stringify(idempotency.key)} could not be stored`,
        );
      })
      .then(() => done(null, payload));
  });
}

/** A stop of a printer is executed even if its key cannot be looked up: executing it twice does no harm. */
function mayGoOn(request: FastifyRequest, error: unknown): boolean {
  if (!declaredAccess(request.routeOptions.schema)['x-stops'] || (error instanceof ProblemError && error.status < SERVERS_FAULT))
    return false;
  logOf(request).error({ err: error }, 'a printer is stopped although its idempotency key could not be looked up');
  return true;
}

function idempotentRequestOf(request: FastifyRequest, key: string, keys: IdempotencyKeys): IdempotentRequest {
  return {
    key,
    store: (result, trx) => keys.store(key, { ...answerTo(request, result), requestHash: requestHash(request) }, trx),
    storeLater: () => keys.storeLater(key),
    storeForPrint: (result, trx) => keys.storeForPrint(key, answerTo(request, result), trx),
  };
}

const NO_CONTENT = 204;
const SERVERS_FAULT = 500;

/** The response that the operation will send for this result: with a body the success that it declares for one, otherwise an empty one. */
function answerTo(request: FastifyRequest, result: unknown): StoredResponse {
  if (result === undefined) return { status: NO_CONTENT, body: '' };
  const { response = {} } = (request.routeOptions.schema ?? {}) as { response?: object };
  const status = Object.keys(response)
    .map(Number)
    .find((code) => code >= 200 && code < 300 && code !== NO_CONTENT);
  if (status === undefined) throw new Error(`${request.routeOptions.url} declares no response with a body`);
  return { status, body: JSON.stringify(result) };
}

function replay(reply: FastifyReply, { status, body }: StoredResponse): void {
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

/** Identifies a request by method, path and body. The body is parsed first, so that whitespace makes no difference. */
function requestHash(request: FastifyRequest): string {
  const parts = [request.method, request.url, JSON.stringify(request.body ?? null)];
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
