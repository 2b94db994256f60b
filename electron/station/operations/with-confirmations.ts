import type { StationHandlers } from '#contract/station/index.ts';
import { currentCaller, serveConfirmed } from '../people/callers.ts';
import { decorateHandlers } from '../platform/decorate-handlers.ts';
import type { Confirmations } from '../sign-in/confirmations.ts';

/**
 * Decorates the handlers: a command that arrives with the token of a second person runs as confirmed by them. A token that permits something else is
 * ignored, so that the check of the permissions refuses the command and the refusal is recorded.
 */
export function withConfirmations(handlers: StationHandlers, confirmations: Pick<Confirmations, 'redeem'>): StationHandlers {
  return decorateHandlers(handlers, ({ name, kind }, handler) => {
    if (kind !== 'command') return handler;
    return (input, pressedAt, token) => {
      const caller = currentCaller();
      const second = caller && typeof token === 'string' ? confirmations.redeem(caller, { operation: name, input, token }) : undefined;
      return second ? serveConfirmed(second, () => handler(input, pressedAt)) : handler(input, pressedAt);
    };
  });
}
