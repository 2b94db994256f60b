import { closeSync, existsSync, openSync, readSync, writeSync } from 'node:fs';
import { removePatiently } from '../files/durable-file.ts';
import { walFileOf } from './closed-wal.ts';
import { INDEX_HEADER } from './wal-file.ts';
import { retryWhileLocked } from '../files/retry-while-locked.ts';

/** The file with the durable position of a database's WAL: a copy of the header of the WAL index. */
export function durablePositionFileOf(database: string): string {
  return `${database}-durable`;
}

/**
 * Records in a file how much of the WAL is durable, so that a WAL that was truncated at the end of a commit is detected. The WAL index (`-shm`) has the
 * same information, but people delete it as a temporary file. The file is not synced: after a power cut it may be out of date, but not wrong. Errors
 * are reported once and ignored, since only this detection depends on the file.
 */
export class DurablePosition {
  readonly #database: string;
  readonly #onFailure: (error: unknown) => void;
  /** Stays open until the database is closed: closing any handle of a file releases SQLite's POSIX locks on it. */
  #index: number | undefined;
  #handle: number | undefined;
  #isClosed = false;
  #hasFailed = false;

  /** `onFailure` is called for the first error. */
  constructor(database: string, onFailure: (error: unknown) => void = () => undefined) {
    this.#database = database;
    this.#onFailure = onFailure;
    // Truncates the file of the run before.
    this.#attempt(() => this.#open());
  }

  /** The current header of the WAL index; undefined when the index is in memory only or cannot be read. */
  readIndexHeader(): Buffer | undefined {
    return this.#attempt(() => {
      const index = this.#openIndex();
      const header = Buffer.alloc(INDEX_HEADER);
      return index !== undefined && readSync(index, header, 0, INDEX_HEADER, 0) === INDEX_HEADER ? header : undefined;
    });
  }

  /** Records that the WAL is durable up to the position in this header. */
  record(header: Buffer | undefined): void {
    if (header === undefined || this.#isClosed) return;
    this.#attempt(() => writeSync(this.#open(), header, 0, header.length, 0));
  }

  /** Call it after the database is closed. Removes the file if SQLite has checkpointed and deleted the WAL. */
  close(): void {
    this.#isClosed = true;
    for (const handle of [this.#index, this.#handle]) if (handle !== undefined) closeSync(handle);
    if (!existsSync(walFileOf(this.#database))) this.#attempt(() => removePatiently(durablePositionFileOf(this.#database)));
  }

  #openIndex(): number | undefined {
    const file = `${this.#database}-shm`;
    if (this.#index === undefined && existsSync(file)) this.#index = openSync(file, 'r');
    return this.#index;
  }

  #open(): number {
    this.#handle ??= retryWhileLocked(() => openSync(durablePositionFileOf(this.#database), 'w', OWNER_ONLY));
    return this.#handle;
  }

  #attempt<Result>(work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      if (!this.#hasFailed) this.#onFailure(error);
      this.#hasFailed = true;
      return undefined;
    }
  }
}

const OWNER_ONLY = 0o600;
