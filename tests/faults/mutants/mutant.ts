import type { Area } from '../../contract/engines/checks/engine-check.ts';

/** The suites of the engines, by their files in `tests/contract/engines/`. */
export const SUITES = ['zpl', 'ipp', 'codenet', 'zipher', 'wsi', 'hitachi', 'raw', 'virtual'] as const;
export type Suite = (typeof SUITES)[number];

/** A fault that is planted into the source of an engine. */
export interface Mutant {
  /** Relative to `electron/controller/engines/`. */
  file: string;
  /** The text that is replaced. The file contains it exactly once. */
  before: string;
  after: string;
  /** The area whose checks should find it. */
  area: Area;
}

/** The faults for one suite. */
export interface MutantList {
  suite: Suite;
  mutants: readonly Mutant[];
}
