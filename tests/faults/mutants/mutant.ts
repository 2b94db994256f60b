import type { Area } from '../../contract/engines/checks/engine-check.ts';

/** A suite of tests, and the folder of the sources into which the faults for it are planted. Both from the root of the repository. */
export interface Suite {
  tests: string;
  sources: string;
}

const engine = (name: string): Suite => ({ tests: `tests/contract/engines/${name}.test.ts`, sources: 'electron/controller/engines' });

/** The conformance suites of the engines, and the tests of the rules that stop lines. */
export const SUITES = {
  ...{ zpl: engine('zpl'), ipp: engine('ipp'), codenet: engine('codenet'), zipher: engine('zipher') },
  ...{ wsi: engine('wsi'), hitachi: engine('hitachi'), raw: engine('raw'), virtual: engine('virtual') },
  'guard-rules': { tests: 'tests/unit/electron/controller/lines/guard-rules.test.ts', sources: 'electron/controller/lines' },
} as const satisfies Record<string, Suite>;
export type SuiteName = keyof typeof SUITES;

/** The groups of tests of the guard rules. */
export const RULE_AREAS = [
  'products without a print',
  'one product without a print',
  'an unknown print',
  'failed reads',
  'a wrong first print',
  'a count that differs',
  'stale data',
  'the state of a line',
] as const;
export type MutantArea = Area | (typeof RULE_AREAS)[number];

/** A fault that is planted into a source. */
export interface Mutant {
  /** Relative to the sources of its suite. */
  file: string;
  /** The text that is replaced. The file contains it exactly once. */
  before: string;
  after: string;
  /** The area whose checks should find it. */
  area: MutantArea;
}

/** The faults for one suite. */
export interface MutantList {
  suite: SuiteName;
  mutants: readonly Mutant[];
}
