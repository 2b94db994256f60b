/** What can be seen of a job in its printer's queue. */
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

/** What can be seen of a printer. */
export interface SeenPrinter {
  state: string;
  isStopped: boolean;
  triggers: number;
  bounces: number;
  printed: number;
  gaps: number;
  /** The marks of its device's own count that prints explain; null for one that does not count. */
  explained: number | null;
  /** Whether a person has to look at the difference. */
  isCountOdd: boolean;
  /** The jobs that are queued behind the current one. */
  waiting: number;
  /** The job that the next trigger prints, and its row in the table. */
  current: { id: string; row: number | undefined } | undefined;
  queue: SeenJob[];
}

/** One print: `12 Line 1 job 7 row 3 serial 5 printed`, and at the end `of 4` for one that repeats print 4. */
export type SeenPrint = string;

/** Everything that model and program are compared by. */
export interface Snapshot {
  counter: number;
  /** What the table counts, row by row. */
  counted: string[];
  prints: SeenPrint[];
  printers: SeenPrinter[];
}

/** Writes a print as both sides write it. */
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
