/** Parameters of a run. */
export interface Order {
  /** Number of kills, cuts, requests, seconds, minutes, files or mutations. */
  amount: number;
  /** Number of kills, for a run that takes it; undefined for its default. */
  kills?: number | undefined;
  /** Seed of all random decisions. */
  seed: number;
  /** Reports progress on standard error. */
  tell: (line: string) => void;
}

/** Names of amounts on the command line. */
export const UNITS = ['count', 'cuts', 'sequences', 'requests', 'seconds', 'minutes', 'files', 'mutations'] as const;

/** A run that repeatedly injects faults into the real program and checks the invariants of printing. */
export interface FaultRun {
  name: string;
  /** Name of the amount on the command line. */
  unit: (typeof UNITS)[number];
  /** Default amount. */
  standard: number;
  /** Whether `--kills` says how often it kills. */
  takesKills?: true;
  /** The cases of the fault table that it covers. */
  cases: readonly string[];
  /** What it does, and its invariants, in one sentence. */
  shows: string;
  /** Loads the run: the function resolves with its line of figures, or throws at the first violated invariant. */
  load: () => Promise<(order: Order) => Promise<string>>;
}

/** A violated invariant; the message names it and the evidence. */
export class Violation extends Error {}

/** Throws a `Violation` that lists the first few faults, if there are any. */
export function refuse(faults: readonly string[]): void {
  if (faults.length === 0) return;
  const more = faults.length > MAX_REPORTED ? [`and ${faults.length - MAX_REPORTED} more`] : [];
  throw new Violation([...faults.slice(0, MAX_REPORTED), ...more].join('\n'));
}

const MAX_REPORTED = 10;
