import { stationContract, type StationHandlers } from '#contract/station/index.ts';

/** Whoever asks a printer how it is, at once. */
export interface Follower {
  soon: (connection: string, printer: string) => void;
}

interface Input {
  connection: string;
  printer?: string;
  printers?: readonly string[];
}

type Handling = (input: Input, signal: AbortSignal) => unknown;

/**
 * The same operations; a printer is asked right after each command that names it, not only at its next turn: who presses a key sees what it
 * did. After a failure too, for what it did is known least then.
 */
export function followed(handlers: StationHandlers, follower: Follower): StationHandlers {
  const nouns = Object.entries(handlers).map(([noun, verbs]) => {
    const known = stationContract[noun as keyof StationHandlers] as Record<string, { kind: string }>;
    const all = Object.entries(verbs as Record<string, Handling>).map(([verb, handler]) => [
      verb,
      known[verb]?.kind === 'command' ? following(handler, follower) : handler,
    ]);
    return [noun, Object.fromEntries(all)];
  });
  return Object.fromEntries(nouns) as StationHandlers;
}

function following(handler: Handling, follower: Follower): Handling {
  return async (input, signal) => {
    try {
      return await handler(input, signal);
    } finally {
      for (const printer of input.printers ?? [input.printer]) if (printer !== undefined) follower.soon(input.connection, printer);
    }
  };
}
