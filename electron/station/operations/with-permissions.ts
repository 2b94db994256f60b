import type { StationHandlers } from '#contract/station/index.ts';
import type { PermissionCheck } from '../people/permission-check.ts';
import { decorateHandlers } from '../platform/decorate-handlers.ts';

/** Decorates the handlers: a command runs when the person at the screen that calls may do it, and is refused otherwise. */
export function withPermissions(handlers: StationHandlers, permissions: Pick<PermissionCheck, 'check'>): StationHandlers {
  return decorateHandlers(handlers, ({ name, access }, handler) => {
    if (!access) return handler;
    return async (input, ...context) => {
      await permissions.check({ operation: name, access, input });
      return handler(input, ...context);
    };
  });
}
