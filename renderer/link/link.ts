import type { StationClient } from '#contract/station/index.ts';
import type { SignInWay } from '#contract/station/sign-in.ts';

/**
 * The state of the link to the station: not open yet, open, lost since a time (milliseconds since the epoch), or refused because this
 * browser is not signed in.
 */
export type LinkState =
  | { kind: 'connecting' }
  | { kind: 'open' }
  | { kind: 'lost'; since: number }
  | { kind: 'signed-out'; way: SignInWay };

/** An open link to the station and the client that uses it. The code that opens it closes it. */
export interface Link {
  client: StationClient;
  /** Calls `listener` with the current state and with every change, until the returned function is called. */
  watchState: (listener: (state: LinkState) => void) => () => void;
  close: () => void;
}
