import type { Visit } from './visit.ts';

/** Each level includes those before it: statements about several printers need a queue, and a queue needs the core. */
export const LEVELS = ['core', 'queue', 'printers', 'extensions'] as const;
export type Level = (typeof LEVELS)[number];

/**
 * Source of a statement: the specification itself, the public documentation of a vendor that implements it, or Strobe where both are
 * silent.
 */
export type Source = 'specification' | 'vendor' | 'strobe';

/**
 * Requirements of a check: a printer whose jobs may be replaced, a second such printer, permission to print, a target with a single
 * printer, or one with several.
 */
export type Need = 'printer' | 'second-printer' | 'marks' | 'single' | 'several';

/** One statement of the specification, and a test of it. Checks are independent of each other. */
export interface Check {
  /** `noun.what`; never renamed, because reports are compared by it. */
  id: string;
  level: Level;
  source: Source;
  says: string;
  needs?: readonly Need[];
  /** Throws `NotConformant` if the statement is violated, `NotRun` if that cannot be determined for this target. */
  run(visit: Visit): Promise<void>;
}

/** A violated statement: the request, the expected and the actual response. */
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

/** The check has no result for this target; the message gives the reason. */
export class NotRun extends Error {}

interface Ran {
  check: Check;
  /** Deviations from Strobe where the specification is silent. */
  notes: readonly string[];
  milliseconds: number;
}

interface NotRunResult {
  outcome: 'not run';
  reason: string;
  /** False if the statement does not apply to this target, such as one for targets with a single printer. */
  applies: boolean;
}

export type Result = (Ran & { outcome: 'passed' }) | (Ran & { outcome: 'failed'; fault: NotConformant }) | (Ran & NotRunResult);
