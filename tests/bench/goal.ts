/** The milliseconds, or megabytes, of one unit of work, four samples in turn: ours, theirs, ours, theirs. */
export interface Round {
  a: [number, number];
  b: [number, number];
}

export interface Effort {
  rounds: number;
  /** A sample lasts at least this long. */
  sampleMs: number;
  /** Into so many parts a sample is cut; the parts of all samples of a round take turns, so that what disturbs the machine meets them alike. */
  parts?: number;
  /** Where theirs takes seconds: what comes behind them finds caches and the collector cold, so ours always does. */
  isTheirsFirst?: boolean;
}

/** What a figure must reach. */
export type Bound = { atLeast: number } | { atMost: number };

/** Work that is timed over and over. It does the same every time; a promise that it returns is awaited. */
export type Work = () => unknown;

export interface Contest {
  /** What is ours. */
  a: Work;
  /** What it is measured against. */
  b: Work;
  /** Ends what was opened for the measurement. */
  dispose?: () => Promise<void> | void;
}

/**
 * Two things measured in turn in one run. With `atLeast` the figure says how many times as fast as `b` our `a` is, with `atMost` how
 * many times as long it takes.
 */
export interface RatioGoal {
  /** `P7`, or `P7-qr` for one of several with that number: `npm run bench -- P7` runs them all. */
  name: string;
  goal: Bound;
  /** Where the machine disturbs it more than others, or where it takes long: more of something, or less. */
  effort?: Partial<Effort>;
  prepare: () => Promise<Contest> | Contest;
}

/** A ratio whose samples are taken by somebody else, such as a browser that tells what it took. */
export interface SampledGoal {
  name: string;
  goal: Bound;
  sample: (tell: (line: string) => void) => Promise<Round[]>;
}

/** A figure that comes out of a run of its own: a count, a growth in megabytes. */
export interface CountGoal {
  name: string;
  goal: Bound;
  /** `tell` says how far it is, on standard error. */
  count: (tell: (line: string) => void) => Promise<number>;
}

export type Goal = RatioGoal | SampledGoal | CountGoal;

/** What is measured against is not there: nothing can be said about the goal. The message says what is missing. */
export class CannotMeasure extends Error {}
