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
  /** The jobs that are queued behind the current one. */
  waiting: number;
  /** The job that the next trigger prints, and its row in the table. */
  current: { id: string; row: number | undefined } | undefined;
  queue: SeenJob[];
}

/** One print: `12 Line 1 job 7 row 3 serial 5 printed`. */
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
}): SeenPrint {
  return `${print.id} ${print.printer} ${print.job} row ${print.row} serial ${print.serial} ${print.state}`;
}
