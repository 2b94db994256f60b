/** The visible state of a job in its queue. */
export interface SeenJob {
  id: string;
  position: number;
  state: 'done' | 'current' | 'waiting';
  owed: number;
  started: number;
  printed: number;
  voided: number;
  checkpoint: boolean;
  frozen: boolean;
}

/** The visible state of a printer. */
export interface SeenPrinter {
  state: string;
  isStopped: boolean;
  triggers: number;
  bounces: number;
  printed: number;
  missedTriggers: number;
  /** The part of the device's count that prints explain; null for a device without a count. */
  explained: number | null;
  /** Whether there is a print count mismatch. */
  isCountOdd: boolean;
  /** Number of jobs after the current one. */
  waiting: number;
  /** The job of the next print, and its table row. */
  current: { id: string; row: number | undefined } | undefined;
  queue: SeenJob[];
}

/** One print: `12 Line 1 job 7 row 3 serial 5 printed`, and `of 4` at the end for a reprint of print 4. */
export type SeenPrint = string;

/** The state by which model and program are compared. */
export interface Snapshot {
  counter: number;
  /** The printed counts of the table, row by row. */
  counted: string[];
  prints: SeenPrint[];
  printers: SeenPrinter[];
}

/** Formats a print for both sides. */
export function seenPrint(print: {
  id: number;
  printer: string;
  job: string;
  row: number | null;
  serial: number | null;
  state: string;
  reprintOf: number | null;
}): SeenPrint {
  return `${print.id} ${print.printer} ${print.job} row ${print.row} serial ${print.serial} ${print.state}${print.reprintOf === null ? '' : ` of ${print.reprintOf}`}`;
}
