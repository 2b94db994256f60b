import type { FastifySchema } from 'fastify';
import type { Scope } from '#contract/api-v3/scope.ts';

/** What an operation asks of a key: one scope, or nothing at all. */
export type Access = Scope | 'none';

/**
 * Where an operation has the printer that it is about: `path` and `query` and `body` name it, `only` means the controller's single one, `print`
 * and `preflight` have theirs by the id in the path; of `every` it answers only those that the key may name.
 */
export type PrinterPlace = 'path' | 'query' | 'body' | 'only' | 'print' | 'preflight' | 'every';

/** What the schema of a route declares of its access, which is what the document shows. */
export interface DeclaredAccess {
  'x-scope'?: Access;
  'x-printer'?: PrinterPlace;
  'x-stops'?: boolean;
}

/** What the schema of a route says of its access; nothing for a route that is not ours. */
export function declaredAccess(schema: FastifySchema | undefined): DeclaredAccess {
  return (schema ?? {}) as DeclaredAccess;
}
