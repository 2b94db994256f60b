/** Milliseconds or megabytes per unit of work: two samples of each side, in the order a, b, a, b. */
export interface Round {
  a: [number, number];
  b: [number, number];
}

export interface Effort {
  rounds: number;
  /** Minimum duration of a sample. */
  sampleMs: number;
  /** Number of parts per sample; the parts of all samples of a round alternate, so that disturbances affect all of them alike. */
  parts?: number;
  /**
   * Measures `b` first in every round. Use it if `b` takes seconds: whatever runs after it finds cold caches, and `a` should always be the
   * one.
   */
  isTheirsFirst?: boolean;
}

/** The limit of a figure. */
export type Bound = { atLeast: number } | { atMost: number };

/** Work that is timed repeatedly. It does the same every time; returned promises are awaited. */
export type Work = () => unknown;

export interface Contest {
  /** The product. */
  a: Work;
  /** The reference. */
  b: Work;
  /** Releases the resources of the measurement. */
  dispose?: () => Promise<void> | void;
}

/**
 * Two things measured alternately in one run. With `atLeast` the figure is how many times faster `a` is than `b`, with `atMost` how many
 * times longer `a` takes.
 */
export interface RatioGoal {
  /** `P7`, or `P7-qr` if several goals have that number: `npm run bench -- P7` runs all of them. */
  name: string;
  goal: Bound;
  /** Overrides of the effort, for measurements that are noisy or slow. */
  effort?: Partial<Effort>;
  prepare: () => Promise<Contest> | Contest;
}

/** A ratio whose samples come from elsewhere, such as a browser. */
export interface SampledGoal {
  name: string;
  goal: Bound;
  sample: (report: (line: string) => void) => Promise<Round[]>;
}

/** A figure from a separate run, such as a count or a growth in megabytes. */
export interface CountGoal {
  name: string;
  goal: Bound;
  /** Measures the figure; `report` writes progress to standard error. */
  count: (report: (line: string) => void) => Promise<number>;
}

export type Goal = RatioGoal | SampledGoal | CountGoal;

/** The reference of the measurement is missing, so there is no result. The message says what is missing. */
export class CannotMeasure extends Error {}
