import type { ConnectionState } from '#contract/station/connections.ts';

/** Every move that a connection can make; staying where it is needs no move. */
const MOVES: Readonly<Record<ConnectionState, readonly ConnectionState[]>> = {
  connecting: ['online', 'refused', 'off'],
  online: ['lost', 'refused', 'off'],
  lost: ['online', 'refused', 'off'],
  refused: ['online', 'lost', 'off'],
  off: ['connecting'],
};

/** The one gate of a connection's state. Throws for a move that is not in the table: that is a fault in this program. */
export function move(from: ConnectionState, to: ConnectionState): ConnectionState {
  if (from !== to && !MOVES[from].includes(to)) throw new Error(`a connection cannot go from ${from} to ${to}`);
  return to;
}

/** The state of a connection whose controller does not answer: one that never answered is still connecting. */
export function silentState(state: ConnectionState): ConnectionState {
  return state === 'connecting' ? 'connecting' : 'lost';
}
