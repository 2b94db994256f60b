import type { StationHandlers } from '#contract/station/index.ts';
import { decorateHandlers, type AnyHandler } from '../platform/decorate-handlers.ts';

export interface ImmediatePoller {
  pollNow: (connection: string, printer: string) => void;
}

interface Input {
  connection: string;
  printer?: string;
  printers?: readonly string[];
}

/**
 * Decorates the handlers: each command polls the printers that it names when it ends, so that the operator sees the effect before the next poll.
 * A failed command does so too, since its effect is unknown.
 */
export function withImmediatePoll(handlers: StationHandlers, poller: ImmediatePoller): StationHandlers {
  return decorateHandlers(handlers, ({ kind }, handler) => (kind === 'command' ? followedByPoll(handler, poller) : handler));
}

function followedByPoll(handler: AnyHandler, poller: ImmediatePoller): AnyHandler {
  return async (input, ...context) => {
    try {
      return await handler(input, ...context);
    } finally {
      const { connection, printer: one, printers = [one] } = input as Input;
      for (const printer of printers) if (printer !== undefined) poller.pollNow(connection, printer);
    }
  };
}
