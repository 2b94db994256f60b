/** The answer of an operation: its problem or its result. */
export type Answer = string;

/** A job of the model. */
export interface Job {
  id: string;
  /** The row of every copy of one pass, in order; -1 without a table. */
  round: number[];
  isEndless: boolean;
  /** Copies of the current pass that were started, without those that replace void ones. */
  begun: number;
  /** Rows that owe a copy. */
  owed: number[];
  isDone: boolean;
  /** The rows that show the serial. */
  serialRows: Set<number>;
  /** In a frozen job: the serial of each of these rows, taken at the selection. */
  frozen: Map<number, number> | undefined;
  countsInTable: boolean;
  checkpoint: boolean;
  /** Number of passes that were started at the first row. */
  pass: number;
  started: number;
  printed: number;
  voided: number;
}

/** A print of the model. */
export interface Print {
  id: number;
  printer: Line;
  job: Job;
  pass: number;
  row: number;
  serial: number | null;
  state: 'sent' | 'printed' | 'void' | 'unknown';
  /** When it became unknown. */
  since: number;
  /** The original of a reprint. */
  reprintOf: number | null;
}

/** A printer of the model. */
export interface Line {
  name: string;
  /** Whether a missed trigger stops it. */
  stops: boolean;
  isStopped: boolean;
  isDry: boolean;
  /** Whether the device reports its count. */
  counts: boolean;
  /** Number of prints that the device has made. */
  marks: number;
  /** The part of them that prints explain. */
  explained: number;
  /** Whether there is a print count mismatch. */
  isCountOdd: boolean;
  lastTrigger: number;
  held: Print[];
  /** Jobs in the queue, in order: done, current and waiting. */
  queue: Job[];
  triggers: number;
  bounces: number;
  printed: number;
  missedTriggers: number;
}
