/** What an operation answers: its problem, or how it went. */
export type Answer = string;

/** A job of the model. */
export interface Job {
  id: string;
  /** The row of every copy of one round, in order; -1 without a table. */
  round: number[];
  isEndless: boolean;
  /** Copies of the present pass that were begun, those that make up for void ones left out. */
  begun: number;
  /** Rows of which a copy must be made again. */
  owed: number[];
  isDone: boolean;
  /** The rows that show the serial. */
  serialRows: Set<number>;
  /** In a frozen job: the serial of each of them, taken at the selection. */
  frozen: Map<number, number> | undefined;
  countsInTable: boolean;
  checkpoint: boolean;
  /** Counts how often it was begun at its first row. */
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
  /** The print that it repeats. */
  reprintOf: number | null;
}

/** A printer of the model. */
export interface Line {
  name: string;
  /** Whether a trigger that makes no print stops it. */
  stops: boolean;
  isStopped: boolean;
  isDry: boolean;
  /** Whether the device says how many marks it has made. */
  counts: boolean;
  /** Marks that the device has made. */
  marks: number;
  /** Those of them that prints explain. */
  explained: number;
  /** Whether a person has to look at the difference. */
  isCountOdd: boolean;
  lastTrigger: number;
  held: Print[];
  /** Jobs that are part of the queue, in their order: done, current and waiting. */
  queue: Job[];
  triggers: number;
  bounces: number;
  printed: number;
  gaps: number;
}
