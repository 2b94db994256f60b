import type { PrintState } from '#contract/api-v3/print.ts';

/**
 * The allowed state changes of a print: forward only. `unknown` is not final: a late confirmation or refusal of the engine resolves it.
 * `printed`, `handed-over` and `void` are final.
 */
const TRANSITIONS: Record<PrintState, readonly PrintState[]> = {
  reserved: ['sent', 'void'],
  sent: ['printed', 'handed-over', 'void', 'unknown'],
  unknown: ['printed', 'void'],
  printed: [],
  'handed-over': [],
  void: [],
};

/** The states from which a print may change to `to`. */
export function statesBefore(to: PrintState): PrintState[] {
  return (Object.keys(TRANSITIONS) as PrintState[]).filter((from) => TRANSITIONS[from].includes(to));
}
