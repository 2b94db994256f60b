import type { ToldFailure } from '../told-failure.ts';

/** What a thread that reads a CSV file into a table begins with. */
export interface ImportTask {
  /** The database. */
  file: string;
  /** The encoding that was declared. */
  charset: string | undefined;
}

export type ToThread =
  /** The next bytes of the file. */
  | { kind: 'bytes'; bytes: Uint8Array }
  /** There are no more. */
  | { kind: 'end' }
  /** The physical table that was made for the columns. */
  | { kind: 'table'; id: number; stagingFile: string }
  /** The database is lent until `written`. */
  | { kind: 'turn' }
  /** The file is not wanted any more. */
  | { kind: 'stop' };

export type FromThread =
  /** So many bytes were taken in hand. */
  | { kind: 'taken'; size: number }
  | { kind: 'columns'; columns: readonly string[] }
  /** Rows are ready to be written. */
  | { kind: 'ready' }
  | { kind: 'written' }
  /** Everything is written. */
  | { kind: 'done'; rowCount: number }
  | { kind: 'failed'; failure: ToldFailure };
