import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Controller } from '#controller/controller.ts';
import { hasTag } from '../answer/etags.ts';
import { clientOf, type ClientBudgets } from '#http/app/client-budgets.ts';
import type { Guard } from '#http/app/request-guard.ts';
import type { CachedResponse, ResponseCache } from './response-cache.ts';

export interface ServeFromCacheOptions {
  cache: ResponseCache;
  guard: Guard;
  clients: ClientBudgets;
  requests: Controller['metrics']['requests'];
  /** A request that needs a key is not served from the cache, since the access check comes later. */
  isKeyRequired: (request: IncomingMessage) => boolean;
}

/** Serves current cached responses to plain requests, and passes all others to `next`. */
export function serveFromCache(app: ServeFromCacheOptions, next: RequestListener): RequestListener {
  const { cache, guard, clients, requests, isKeyRequired } = app;
  return (request, response) => {
    const cached = !isKeyRequired(request) && isCacheableRequest(request) ? cache.find(request.url ?? '') : undefined;
    const start = performance.now();
    // The server responds to refused requests and says why. A request over budget is charged nothing, here or there.
    if (!cached || guard(request) || clients.spend(clientOf(request), 'request', start) > 0) {
      next(request, response);
      return;
    }
    const status = send(cached, request.headers['if-none-match'], response);
    response.on('close', () => requests.observe((performance.now() - start) / SECOND, 'GET', cached.route, status));
  };
}

const SECOND = 1_000;

/** Only the path and `If-None-Match` of such a request influence the response. */
function isCacheableRequest({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.authorization === undefined && !hasBody(headers);
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

function send(
  { etag, body, headers, notModifiedHeaders }: CachedResponse,
  ifNoneMatch: string | undefined,
  response: ServerResponse,
): '200' | '304' {
  if (ifNoneMatch !== undefined && hasTag(ifNoneMatch, etag)) {
    response.writeHead(304, notModifiedHeaders).end();
    return '304';
  }
  response.writeHead(200, headers).end(body);
  return '200';
}
