import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CacheValidator, DataVersion } from '#controller/controller.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { isSame, type ResponseCache } from './response-cache.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Validates cached responses of this route. A route without it is not cached. May use only the path of the request. */
    validator?: (request: FastifyRequest) => CacheValidator<never>;
  }
  interface FastifyRequest {
    /** Set while a response is produced that may be cached. */
    cacheCandidate: CacheCandidate | undefined;
  }
}

interface CacheCandidate {
  validator: CacheValidator;
  /** The version before anything was read. */
  before: DataVersion;
}

/**
 * Stores the responses of routes with a validator. Applies to routes registered afterwards, and runs after the hooks that change responses.
 */
export function cacheResponses(app: FastifyApp, cache: ResponseCache): void {
  app.decorateRequest('cacheCandidate', undefined);
  app.addHook('preClose', (done) => {
    cache.close();
    done();
  });
  app.addHook('onRoute', (route) => {
    const validatorOf = route.config?.validator;
    if (!validatorOf) return;
    route.preHandler = (request, _reply, done) => {
      const validator = isCacheableRequest(request) ? (validatorOf(request) as CacheValidator) : undefined;
      const before = validator?.version();
      if (validator && before) request.cacheCandidate = { validator, before };
      done();
    };
    route.preSerialization = (request, reply, ...[answer, done]) => {
      const { cacheCandidate } = request;
      if (cacheCandidate && !isStillCurrent(cacheCandidate, answer, reply)) request.cacheCandidate = undefined;
      done(null, answer);
    };
    route.onSend = (request, reply, ...[payload, done]) => {
      store(cache, { request, reply, payload });
      done(null, payload);
    };
  });
}

/** Responses that depend on a key or a query are not cached. */
function isCacheableRequest({ method, headers, raw: { url = '' } }: FastifyRequest): boolean {
  return method === 'GET' && headers.authorization === undefined && !url.includes('?');
}

function isStillCurrent({ validator, before }: CacheCandidate, answer: unknown, reply: FastifyReply): boolean {
  return reply.statusCode === 200 && isSame(before, validator.version()) && validator.isCacheable(answer);
}

function store(
  cache: ResponseCache,
  { request, reply, payload }: { request: FastifyRequest; reply: FastifyReply; payload: unknown },
): void {
  const { cacheCandidate, raw, routeOptions } = request;
  if (!cacheCandidate) return;
  const target = raw.url ?? '';
  const etag = String(reply.getHeader('etag'));
  if (reply.statusCode === 304) cache.renew(target, etag, cacheCandidate.before);
  if (reply.statusCode !== 200 || typeof payload !== 'string') return;
  const notModified = Object.entries(reply.getHeaders()).filter(([name]) => name !== 'content-type');
  const notModifiedHeaders = notModified.flatMap(([name, value]) => [name, String(value)]);
  const bodyHeaders = ['content-type', String(reply.getHeader('content-type')), 'content-length', String(Buffer.byteLength(payload))];
  cache.put(target, {
    ...{ route: routeOptions.url ?? '', etag, body: payload, headers: [...notModifiedHeaders, ...bodyHeaders], notModifiedHeaders },
    ...{ validator: cacheCandidate.validator, version: cacheCandidate.before },
  });
}
