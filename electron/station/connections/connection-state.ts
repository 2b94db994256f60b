import type { ConnectionState } from '#contract/station/connections.ts';

/** All transitions between states. Staying in a state is no transition. */
const MOVES: Readonly<Record<ConnectionState, readonly ConnectionState[]>> = {
  connecting: ['online', 'refused', 'off'],
  online: ['lost', 'refused', 'off'],
  lost: ['online', 'refused', 'off'],
  refused: ['online', 'lost', 'off'],
  off: ['connecting'],
};

/** Checks a transition and returns the new state. Throws for one that is not in the table, which is a programming error. */
export function move(from: ConnectionState, to: ConnectionState): ConnectionState {
  if (from !== to && !MOVES[from].includes(to)) throw new Error(`a connection cannot go from ${from} to ${to}`);
  return to;
}

/** The state when the controller does not answer: still `connecting` if it never has. */
export function unreachableState(state: ConnectionState): ConnectionState {
  return state === 'connecting' ? 'connecting' : 'lost';
}
