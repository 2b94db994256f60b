import { z } from 'zod';
import { ProblemError, type FieldError } from '#contract/problem.ts';
import type { Door } from '../door-types.ts';

/** Means nothing: another one makes a browser fetch a picture again. */
const CACHE_BUSTER = 'v';

/**
 * Refuses what an operation does not know, by its name: a query parameter with a typing error would otherwise do as if it were not there.
 * A body that has a schema is refused by that; one that nobody expects may be empty. So is a query that cannot be read. Concerns the routes registered after it.
 */
export function refuseUnknownKeys(door: Door): void {
  door.addHook('onRoute', (route) => {
    const { querystring, body: expected } = (route.schema ?? {}) as { querystring?: z.ZodType; body?: z.ZodType };
    const known = [CACHE_BUSTER, ...(querystring instanceof z.ZodObject ? Object.keys(querystring.shape) : [])];
    const isUnexpected = expected === undefined && route.method !== 'PUT';
    route.preValidation = ({ url, query, body }, _reply, done) => {
      if (!isSound(url)) {
        done(new ProblemError('invalid-input', { detail: 'The query is not valid percent-encoded UTF-8.' }));
        return;
      }
      const errors = [...unknownIn(query, known, '?'), ...(isUnexpected ? unexpectedIn(body) : [])];
      const [first] = errors;
      done(first && new ProblemError('invalid-input', { detail: `${first.pointer || 'The body'} ${first.detail}.`, errors }));
    };
  });
}

/** Fastify leaves a value that it cannot decode as it was sent: then it is searched for, and found nowhere. The path was looked at before. */
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

function unknownIn(given: unknown, known: readonly string[], prefix: string): FieldError[] {
  if (typeof given !== 'object' || given === null) return [];
  const unknown = Object.keys(given).filter((key) => !known.includes(key));
  return unknown.map((key) => ({ pointer: prefix + key, detail: 'is not known here' }));
}
