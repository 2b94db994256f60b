/** What a run is asked for. */
export interface Order {
  /** How many kills, cuts, requests. */
  amount: number;
  /** Everything that is left to chance follows from it. */
  seed: number;
  /** Says how far it is, on standard error. */
  tell: (line: string) => void;
}

/** What amounts can be called on the command line. */
export const UNITS = ['count', 'cuts', 'sequences', 'requests'] as const;

/** Faults done to the real program over and over, each time looking whether the invariants of printing still hold. */
export interface FaultRun {
  name: string;
  /** What the amount is called on the command line. */
  unit: (typeof UNITS)[number];
  /** The amount when none is given. */
  standard: number;
  /** The cases of the table that it covers. */
  cases: readonly string[];
  /** What it does and what must hold, in one sentence. */
  shows: string;
  /** Loads what does it: resolves with its line of figures, or throws at the first invariant that does not hold. */
  load: () => Promise<(order: Order) => Promise<string>>;
}

/** An invariant that does not hold; the message says which, and what was seen. */
export class Violation extends Error {}

/** Throws a `Violation` with these faults, when there are any; the first few are told. */
export function refuse(faults: readonly string[]): void {
  if (faults.length === 0) return;
  const more = faults.length > MOST_TOLD ? [`and ${faults.length - MOST_TOLD} more`] : [];
  throw new Violation([...faults.slice(0, MOST_TOLD), ...more].join('\n'));
}

const MOST_TOLD = 10;
