import type { Visit } from './visit.ts';

/** Each level holds those before it: what is said of several printers needs a queue, and a queue needs the core. */
export const LEVELS = ['core', 'queue', 'printers', 'extensions'] as const;
export type Level = (typeof LEVELS)[number];

/** Who says it: the specification itself, the public documentation of a vendor who speaks it, or Strobe where both are silent. */
export type Source = 'specification' | 'vendor' | 'strobe';

/**
 * What a check cannot do without: a printer whose jobs it may replace, a second such printer, leave to make marks, a target with a single
 * printer, or one with several.
 */
export type Need = 'printer' | 'second-printer' | 'marks' | 'single' | 'several';

/** One sentence of the specification, and how to find out whether it holds. Checks know nothing of each other. */
export interface Check {
  /** `noun.what`; never renamed, reports are compared by it. */
  id: string;
  level: Level;
  source: Source;
  says: string;
  needs?: readonly Need[];
  /** Throws `NotConformant` when the sentence does not hold, `NotRun` when that cannot be found out here. */
  run(visit: Visit): Promise<void>;
}

/** What was asked, what should have come, and what came. */
export class NotConformant extends Error {
  readonly request: string;
  readonly expected: string;
  readonly seen: string;

  constructor(fault: { request: string; expected: string; seen: string }) {
    super(`${fault.request}: expected ${fault.expected}, seen ${fault.seen}`);
    this.request = fault.request;
    this.expected = fault.expected;
    this.seen = fault.seen;
  }
}

/** The check says nothing about this target, and why. */
export class NotRun extends Error {}

interface Ran {
  check: Check;
  /** What the target does in its own way where the specification is silent. */
  notes: readonly string[];
  milliseconds: number;
}

interface NotLookedAt {
  outcome: 'not run';
  reason: string;
  /** False where the sentence is about other targets, such as those with a single printer. */
  applies: boolean;
}

export type Result = (Ran & { outcome: 'passed' }) | (Ran & { outcome: 'failed'; fault: NotConformant }) | (Ran & NotLookedAt);
