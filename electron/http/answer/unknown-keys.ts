import { z } from 'zod';
import { ProblemError, type FieldError } from '#contract/problem.ts';
import type { FastifyApp } from '../app/fastify-app.ts';

/** Ignored: browsers change it to fetch a picture again. */
const CACHE_BUSTER = 'v';

/**
 * Refuses unknown query parameters by name, since a misspelt one would otherwise be ignored silently; also an undecodable query, and any
 * keys of a body that has no schema. Applies to the routes registered afterwards.
 */
export function refuseUnknownKeys(app: FastifyApp): void {
  app.addHook('onRoute', (route) => {
    const { querystring, body: expected } = (route.schema ?? {}) as { querystring?: z.ZodType; body?: z.ZodType };
    const allowed = [CACHE_BUSTER, ...(querystring instanceof z.ZodObject ? Object.keys(querystring.shape) : [])];
    const isUnexpected = expected === undefined && route.method !== 'PUT';
    route.preValidation = ({ url, query, body }, _reply, done) => {
      if (!isSound(url)) {
        done(new ProblemError('invalid-input', { detail: 'The query is not valid percent-encoded UTF-8.' }));
        return;
      }
      const errors = [...unknownIn(query, allowed, '?'), ...(isUnexpected ? unexpectedIn(body) : [])];
      const [first] = errors;
      done(first && new ProblemError('invalid-input', { detail: `${first.pointer || 'The body'} ${first.detail}.`, errors }));
    };
  });
}

/**
 * Fastify keeps a value that it cannot decode as it was sent, so it would be searched for and not found. The path has been checked before.
 */
function isSound(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURIComponent(url);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

function unexpectedIn(body: unknown): FieldError[] {
  if (typeof body === 'object' || body === undefined) return unknownIn(body, [], '/');
  return [{ pointer: '', detail: 'must be empty' }];
}

function unknownIn(given: unknown, allowed: readonly string[], prefix: string): FieldError[] {
  if (typeof given !== 'object' || given === null) return [];
  const unknown = Object.keys(given).filter((key) => !allowed.includes(key));
  return unknown.map((key) => ({ pointer: prefix + key, detail: 'is not known here' }));
}
