import type { ThreadFailure } from '../../platform/thread-failure.ts';

/** The input of a thread that exports rows as CSV. */
export interface ExportTask {
  /** The file of the database. */
  file: string;
  /** The physical table, its number of cells per row, and its number of rows. */
  table: string;
  width: number;
  rowCount: number;
}

/** Requests the next piece, or ends the thread. */
export type ToExport = 'next' | 'stop';

export type FromExport =
  | { kind: 'piece'; text: string }
  /** There are no more rows. */
  | { kind: 'done' }
  | { kind: 'failed'; failure: ThreadFailure };
