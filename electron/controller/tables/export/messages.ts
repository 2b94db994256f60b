import type { ToldFailure } from '../told-failure.ts';

/** What a thread that writes rows as CSV begins with. */
export interface ExportTask {
  /** The database. */
  file: string;
  /** The physical table, how many cells its rows have, and how many rows there are. */
  table: string;
  width: number;
  rowCount: number;
}

/** Asks for the next piece, or ends the thread. */
export type ToExport = 'next' | 'stop';

export type FromExport =
  | { kind: 'piece'; text: string }
  /** There are no more rows. */
  | { kind: 'done' }
  | { kind: 'failed'; failure: ToldFailure };
