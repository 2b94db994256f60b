import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Footing, Ground } from '#controller/controller.ts';
import type { Door } from '../door-types.ts';
import { isSame, type KeptAnswers } from './kept-answers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What answers of this route stand on: they may be kept. It reads nothing of the request but its path. */
    footing?: (request: FastifyRequest) => Footing<never>;
  }
  interface FastifyRequest {
    /** What the answer that is being made stands on; undefined when it is not kept. */
    standing: Standing | undefined;
  }
}

interface Standing {
  footing: Footing;
  /** Of before anything was read. */
  before: Ground;
}

/** Keeps the answers of routes that say what they stand on. Concerns those registered after it, and comes behind what changes answers. */
export function keepAnswers(door: Door, kept: KeptAnswers): void {
  door.decorateRequest('standing', undefined);
  door.addHook('preClose', (done) => {
    kept.close();
    done();
  });
  door.addHook('onRoute', (route) => {
    const footingOf = route.config?.footing;
    if (!footingOf) return;
    route.preHandler = (request, _reply, done) => {
      const footing = isPlain(request) ? (footingOf(request) as Footing) : undefined;
      const before = footing?.ground();
      if (footing && before) request.standing = { footing, before };
      done();
    };
    route.preSerialization = (request, reply, ...[answer, done]) => {
      const { standing } = request;
      if (standing && !hasHeld(standing, answer, reply)) request.standing = undefined;
      done(null, answer);
    };
    route.onSend = (request, reply, ...[payload, done]) => {
      keep(kept, { request, reply, payload });
      done(null, payload);
    };
  });
}

/** What a key or a query asks for is made anew each time. */
function isPlain({ method, headers, raw: { url = '' } }: FastifyRequest): boolean {
  return method === 'GET' && headers.authorization === undefined && !url.includes('?');
}

function hasHeld({ footing, before }: Standing, answer: unknown, reply: FastifyReply): boolean {
  return reply.statusCode === 200 && isSame(before, footing.ground()) && footing.bears(answer);
}

function keep(kept: KeptAnswers, { request, reply, payload }: { request: FastifyRequest; reply: FastifyReply; payload: unknown }): void {
  const { standing, raw, routeOptions } = request;
  if (!standing) return;
  const target = raw.url ?? '';
  const etag = String(reply.getHeader('etag'));
  if (reply.statusCode === 304) kept.renew(target, etag, standing.before);
  if (reply.statusCode !== 200 || typeof payload !== 'string') return;
  const known = Object.entries(reply.getHeaders()).filter(([name]) => name !== 'content-type');
  const knownHeaders = known.flatMap(([name, value]) => [name, String(value)]);
  const ofBody = ['content-type', String(reply.getHeader('content-type')), 'content-length', String(Buffer.byteLength(payload))];
  kept.keep(target, {
    ...{ route: routeOptions.url ?? '', etag, body: payload, headers: [...knownHeaders, ...ofBody], knownHeaders },
    ...{ footing: standing.footing, ground: standing.before },
  });
}
