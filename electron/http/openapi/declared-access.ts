import type { FastifySchema } from 'fastify';
import type { Scope } from '#contract/api-v3/scope.ts';

/** The access that an operation requires: one scope, or none. */
export type Access = Scope | 'none';

/**
 * Where an operation names its printer. `path`, `query` and `body` name it; `only` means the controller's single printer; `print`,
 * `preflight` and `reader` find it by what the path names; `every` responds only about printers that the key may name.
 */
export type PrinterPlace = 'path' | 'query' | 'body' | 'only' | 'print' | 'preflight' | 'reader' | 'every';

/** The access that the schema of a route declares. The OpenAPI document shows it. */
export interface DeclaredAccess {
  'x-scope'?: Access;
  'x-printer'?: PrinterPlace;
  'x-stops'?: boolean;
}

/** The declared access of a route; empty for routes that fastify adds itself. */
export function declaredAccess(schema: FastifySchema | undefined): DeclaredAccess {
  return (schema ?? {}) as DeclaredAccess;
}
