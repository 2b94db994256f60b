import type { FastifyRequest } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import { clientOf } from '#http/app/client-budgets.ts';
import { sessionSecrets } from '#http/app/session-cookie.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { logOf, pathOf } from '#http/answer/problems.ts';
import { keyNotValid, mustWait, type KeyGuessThrottle } from '#http/keys/key-guess-throttle.ts';
import type { PlantGrant } from '../../keys/plant-keys.ts';
import type { Plant } from '../../plant.ts';
import type { PlantAccess } from './plant-operation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the key or the session of the request permits; undefined where none is required. */
    plantGrant: PlantGrant | undefined;
  }
  interface FastifyContextConfig {
    /** The route serves files of the page. */
    isPage?: boolean;
  }
}

const REALM = 'Bearer realm="Strobe plant"';

/**
 * Admits a request whose key, or whose session, has the scope of the route. A key of one controller may name no other in a path. Applies to the
 * routes registered afterwards; a route that declares no scope fails the start.
 */
export function guardPlantAccess(app: FastifyApp, { plant, guesses }: { plant: Plant; guesses: KeyGuessThrottle }): void {
  app.decorateRequest('plantGrant', undefined);
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    if (accessOf({ schema, config }) === undefined) throw new Error(`${[method].flat().join()} ${url} declares no scope`);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return;
    const scope = accessOf(request.routeOptions) ?? 'admin';
    const { authorization } = request.headers;
    if (authorization === undefined && scope === 'none') return;
    const grant =
      authorization === undefined ? await plant.sessions.find(sessionSecrets(request.raw)) : await grantOf(request, { plant, guesses });
    if (!grant) {
      void reply.header('www-authenticate', REALM);
      throw new ProblemError('unauthorized', { detail: 'A key is required: send Authorization: Bearer <key>.' });
    }
    request.plantGrant = grant;
    if (scope !== 'none' && !grant.scopes.includes(scope)) {
      throw new ProblemError('forbidden', { detail: `The key "${grant.name}" lacks the scope ${scope}.` });
    }
  });
  app.addHook('preHandler', (request, _reply, done) => {
    done(foreignController(request));
  });
}

interface Gate {
  plant: Plant;
  guesses: KeyGuessThrottle;
}

/** The grant of the key in the header. Throws `unauthorized`, and `too-many-requests` while keys from the address are not checked. */
async function grantOf(request: FastifyRequest, gate: Gate): Promise<PlantGrant> {
  return grantOfKey(request, /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? '', gate);
}

/** The grant of a key that a request contains. Throws the same. */
export async function grantOfKey(request: FastifyRequest, key: string, { plant, guesses }: Gate): Promise<PlantGrant> {
  const { raw, url, id: requestId } = request;
  const address = clientOf(raw);
  const seconds = guesses.waitOf(address);
  if (seconds > 0) throw mustWait(seconds);
  const grant = await plant.keys.find(key);
  if (grant) return grant;
  await guesses.record({ address, key, path: pathOf(url), requestId, log: logOf(request) });
  throw keyNotValid();
}

function foreignController({ plantGrant: grant, params }: FastifyRequest): ProblemError | undefined {
  if (grant?.controller === undefined) return undefined;
  const named = (params as { controller?: string }).controller;
  if (named === undefined || named === grant.controller) return undefined;
  return new ProblemError('forbidden', { detail: `The key "${grant.name}" is for the controller ${grant.controller} only.` });
}

/** Pages of the browser are for everyone: they contain no data of the plant. */
function accessOf({ schema, config }: { schema?: unknown; config?: unknown }): PlantAccess | undefined {
  if ((config as { isPage?: boolean } | undefined)?.isPage) return 'none';
  return (schema as { 'x-scope'?: PlantAccess } | undefined)?.['x-scope'];
}
