import type { StationClient } from '#contract/station/index.ts';

/**
 * The way to the station: never open yet, open, lost since a moment (milliseconds since the epoch), or refused because this browser has not
 * signed in.
 */
export type LinkState = { kind: 'connecting' } | { kind: 'open' } | { kind: 'lost'; since: number } | { kind: 'signed-out' };

/** One open way to the station and what is asked over it. Whoever opens it closes it. */
export interface Link {
  client: StationClient;
  /** Tells the state now and at every change, until the returned function is called. */
  watchState: (listener: (state: LinkState) => void) => () => void;
  close: () => void;
}
