import type { ThreadFailure } from '../../platform/thread-failure.ts';

/** The input of a thread that imports a CSV file. */
export interface ImportTask {
  /** The file of the database. */
  file: string;
  /** The declared encoding. */
  charset: string | undefined;
}

export type ToThread =
  /** The next bytes of the file. */
  | { kind: 'bytes'; bytes: Uint8Array }
  /** The file is complete. */
  | { kind: 'end' }
  /** The physical table that was created for the columns. */
  | { kind: 'table'; id: number; stagingFile: string }
  /** The thread may use the database until `written`. */
  | { kind: 'turn' }
  /** The import is cancelled. */
  | { kind: 'stop' };

export type FromThread =
  /** The thread has received this many bytes. */
  | { kind: 'taken'; size: number }
  | { kind: 'columns'; columns: readonly string[] }
  /** Rows are ready to be written. */
  | { kind: 'ready' }
  | { kind: 'written' }
  /** All rows are written. */
  | { kind: 'done'; rowCount: number }
  | { kind: 'failed'; failure: ThreadFailure };
