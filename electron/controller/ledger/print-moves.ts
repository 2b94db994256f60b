import type { PrintState } from '#contract/api-v3/print.ts';

/**
 * Which state of a print may follow which: forward only. `unknown` is not an end: the engine's own confirmation or refusal,
 * should it still come, resolves it. What is printed or void stays so.
 */
const MOVES: Record<PrintState, readonly PrintState[]> = {
  reserved: ['sent', 'void'],
  sent: ['printed', 'void', 'unknown'],
  unknown: ['printed', 'void'],
  printed: [],
  void: [],
};

/** The states from which a print may move to `to`. */
export function statesBefore(to: PrintState): PrintState[] {
  return (Object.keys(MOVES) as PrintState[]).filter((from) => MOVES[from].includes(to));
}
