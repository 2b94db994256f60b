import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import type { Controller } from '#controller/controller.ts';
import type { Audit } from '../../audit/audit.ts';
import type { ApiKeys, HeldKey } from '../../keys/api-keys.ts';
import type { Door } from '../door-types.ts';
import { declaredAccess, type Access, type PrinterPlace } from '../openapi/access.ts';
import { requireNamedPrinter } from './named-printer.ts';
import { SlowGuesses } from './slow-guesses.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the key of the request is good for; undefined without a key, which only a door lets in that requires none. */
    grant: HeldKey | undefined;
  }
}

export interface GuardAccessOptions {
  apiKeys: ApiKeys;
  audit: Audit;
  isKeyRequired: boolean;
  controller: Controller;
}

/** A route, and what it asks of a key. */
export interface RouteAccess {
  method: string;
  url: string;
  scope: Access;
  printer: PrinterPlace | undefined;
}

/** The reference holds nothing of the plant, and a browser that opens a page has no key. */
const REFERENCE = /^\/docs(\/|$)/;
const REALM = 'Bearer realm="Strobe"';

/**
 * Lets in who has a key for the scope that a route declares, and for the printer that it names. A request that carries no key costs nothing here.
 * A key that opens nothing is refused everywhere: who sends one takes it to be good. Concerns the routes registered after it,
 * and returns the list of them that grows.
 */
export function guardAccess(door: Door, { apiKeys, audit, isKeyRequired, controller }: GuardAccessOptions): RouteAccess[] {
  const guesses = new SlowGuesses(audit);
  const routes: RouteAccess[] = [];
  door.decorateRequest('grant', undefined);

  door.addHook('onRoute', ({ method: methods, url, schema }) => {
    const scope = accessOf(schema, url);
    if (scope === undefined) throw new Error(`${[methods].flat().join()} ${url} declares no scope`);
    const printer = declaredAccess(schema)['x-printer'];
    routes.push(...[methods].flat().map((method) => ({ method, url, scope, printer })));
  });

  door.addHook('onRequest', (request, reply, done) => {
    const { authorization } = request.headers;
    if (authorization !== undefined) {
      admit(request, reply, { apiKeys, guesses }).then(() => done(), done);
      return;
    }
    const isRefused = isKeyRequired && wantedScope(request) !== 'none';
    if (isRefused) void reply.header('www-authenticate', REALM);
    done(isRefused ? new ProblemError('unauthorized', { detail: 'Send a key: Authorization: Bearer <key>.' }) : undefined);
  });

  door.addHook('preHandler', (request, _reply, done) => {
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
  guesses: SlowGuesses;
}

async function admit(request: FastifyRequest, reply: FastifyReply, { apiKeys, guesses }: Gate): Promise<void> {
  guesses.admit(request, reply);
  const key = keyIn(request.headers.authorization ?? '');
  const grant = await apiKeys.find(key);
  if (!grant) {
    await guesses.tell(request, key);
    void reply.header('www-authenticate', `${REALM}, error="invalid_token"`);
    throw new ProblemError('unauthorized', { detail: 'The key is not valid.' });
  }
  request.grant = grant;
  const wanted = wantedScope(request);
  if (wanted === undefined || wanted === 'none' || grant.scopes.includes(wanted)) return;
  throw new ProblemError('forbidden', { detail: `The key ${JSON.stringify(grant.name)} has no scope "${wanted}".` });
}

/** The key of the header; what is no bearer's key at all is looked up like any other, and found nowhere. */
function keyIn(authorization: string): string {
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
}

/** The scope that a request needs; undefined where there is nothing. */
export function wantedScope({ routeOptions, url, is404 }: FastifyRequest): Access | undefined {
  return is404 ? undefined : accessOf(routeOptions.schema, routeOptions.url ?? url);
}

function accessOf(schema: FastifySchema | undefined, url: string): Access | undefined {
  return REFERENCE.test(url) ? 'none' : declaredAccess(schema)['x-scope'];
}
