import { stationContract, type StationHandlers } from '#contract/station/index.ts';

export interface ImmediatePoller {
  pollNow: (connection: string, printer: string) => void;
}

interface Input {
  connection: string;
  printer?: string;
  printers?: readonly string[];
}

/** The second argument of a command is the time of its press. */
type AnyHandler = (input: Input, ...context: unknown[]) => unknown;

/**
 * Decorates the handlers: each command polls the printers that it names when it ends, so that the operator sees the effect before the next poll.
 * A failed command does so too, since its effect is unknown.
 */
export function withImmediatePoll(handlers: StationHandlers, poller: ImmediatePoller): StationHandlers {
  const nouns = Object.entries(handlers).map(([noun, verbs]) => {
    const operations = stationContract[noun as keyof StationHandlers] as Record<string, { kind: string }>;
    const decorated = Object.entries(verbs as Record<string, AnyHandler>).map(([verb, handler]) => [
      verb,
      operations[verb]?.kind === 'command' ? followedByPoll(handler, poller) : handler,
    ]);
    return [noun, Object.fromEntries(decorated)];
  });
  return Object.fromEntries(nouns) as StationHandlers;
}

function followedByPoll(handler: AnyHandler, poller: ImmediatePoller): AnyHandler {
  return async (input, ...context) => {
    try {
      return await handler(input, ...context);
    } finally {
      for (const printer of input.printers ?? [input.printer]) if (printer !== undefined) poller.pollNow(input.connection, printer);
    }
  };
}
