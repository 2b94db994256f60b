import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import type { Controller } from '#controller/controller.ts';
import type { Audit } from '../../audit/audit.ts';
import type { ApiKeys, HeldKey } from '../../keys/api-keys.ts';
import { KeyGuessThrottle, keyNotValid, mustWait } from '#http/keys/key-guess-throttle.ts';
import { scopeMissing } from '../../keys/printer-limits.ts';
import { logOf, pathOf } from '#http/answer/problems.ts';
import { clientOf, isStop } from '#http/app/client-budgets.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { declaredAccess, type Access, type PrinterPlace } from '#http/openapi/declared-access.ts';
import { requireNamedPrinter } from './named-printer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the key of the request permits; undefined for a request without a key, which only a server that requires none lets in. */
    grant: HeldKey | undefined;
  }
}

export interface GuardAccessOptions {
  apiKeys: ApiKeys;
  audit: Audit;
  /** Shared with other servers, if there are any. */
  guesses?: KeyGuessThrottle | undefined;
  /** Whether a request without a key is refused. */
  isKeyRequired: (request: IncomingMessage) => boolean;
  controller: Controller;
}

/** A route and the access that it requires. */
export interface RouteAccess {
  method: string;
  url: string;
  scope: Access;
  printer: PrinterPlace | undefined;
}

/** The reference contains no data of the plant, and a browser that opens a page sends no key. */
const REFERENCE = /^\/docs(\/|$)/;
const REALM = 'Bearer realm="Strobe"';

/**
 * Admits a request whose key has the scope of the route and may name its printer. A request without a key costs nothing here. An invalid
 * key is refused everywhere, because its sender believes it to be valid.
 * Applies to the routes registered afterwards, and returns the list of them, which grows.
 */
export function guardAccess(app: FastifyApp, options: GuardAccessOptions): RouteAccess[] {
  const { apiKeys, audit, guesses = new KeyGuessThrottle(audit), isKeyRequired, controller } = options;
  const routes: RouteAccess[] = [];
  app.decorateRequest('grant', undefined);

  app.addHook('onRoute', ({ method: methods, url, schema }) => {
    const scope = accessOf(schema, url);
    if (scope === undefined) throw new Error(`${[methods].flat().join()} ${url} declares no scope`);
    const printer = declaredAccess(schema)['x-printer'];
    routes.push(...[methods].flat().map((method) => ({ method, url, scope, printer })));
  });

  app.addHook('onRequest', (request, reply, done) => {
    const { authorization } = request.headers;
    if (authorization !== undefined) {
      admit(request, reply, { apiKeys, guesses }).then(() => done(), done);
      return;
    }
    const isRefused = isKeyRequired(request.raw) && requiredScope(request) !== 'none';
    if (isRefused) void reply.header('www-authenticate', REALM);
    done(isRefused ? new ProblemError('unauthorized', { detail: 'A key is required: send Authorization: Bearer <key>.' }) : undefined);
  });

  app.addHook('preHandler', (request, _reply, done) => {
    const { grant } = request;
    if (grant?.printers === undefined) {
      done();
      return;
    }
    requireNamedPrinter(request, { ...grant, printers: grant.printers }, controller).then(() => done(), done);
  });
  return routes;
}

interface Gate {
  apiKeys: ApiKeys;
  guesses: KeyGuessThrottle;
}

async function admit(request: FastifyRequest, reply: FastifyReply, { apiKeys, guesses }: Gate): Promise<void> {
  refuseGuesser(request, reply, guesses);
  const key = keyIn(request.headers.authorization ?? '');
  const grant = await apiKeys.find(key);
  if (!grant) {
    const { raw, url, id: requestId } = request;
    await guesses.record({ address: clientOf(raw), key, path: pathOf(url), requestId, log: logOf(request) });
    void reply.header('www-authenticate', `${REALM}, error="invalid_token"`);
    throw keyNotValid();
  }
  request.grant = grant;
  const wanted = requiredScope(request);
  if (wanted !== undefined && wanted !== 'none' && !grant.scopes.includes(wanted)) throw scopeMissing(grant, wanted);
  apiKeys.recordUse(grant.id);
}

/** Throws `too-many-requests` while keys from the address are not checked. Requests that can only stop printing are always checked. */
function refuseGuesser(request: FastifyRequest, reply: FastifyReply, guesses: KeyGuessThrottle): void {
  const seconds = guesses.waitOf(clientOf(request.raw));
  if (seconds === 0 || isStop(request)) return;
  void reply.header('retry-after', seconds);
  throw mustWait(seconds);
}

/** The key of the header. Text that is no bearer token is looked up as it is and not found. */
function keyIn(authorization: string): string {
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
}

/** The scope that a request needs; undefined where no route matches. */
export function requiredScope({ routeOptions, url, is404 }: FastifyRequest): Access | undefined {
  return is404 ? undefined : accessOf(routeOptions.schema, routeOptions.url ?? url);
}

function accessOf(schema: FastifySchema | undefined, url: string): Access | undefined {
  return REFERENCE.test(url) ? 'none' : declaredAccess(schema)['x-scope'];
}
