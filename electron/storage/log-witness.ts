import { closeSync, existsSync, openSync, readSync, writeSync } from 'node:fs';
import { removePatiently } from './durable-file.ts';
import { logOf } from './empty-log.ts';
import { INDEX_HEADER } from './log-file.ts';
import { whileLocked } from './while-locked.ts';

/** The file beside a database that says how far its log was durable, in the words of the log's index. */
export function witnessOf(database: string): string {
  return `${database}-witness`;
}

/**
 * Writes down beside a database how far its log is durable. The index of the log says so too, but it is SQLite's own file, which anybody may
 * take away who takes it for rubbish: a log that was cut where a commit ends looks whole without. It goes through the computer's memory, as the
 * index does; what stands in it after a power cut was true at some time before. It never fails: a log is none the worse without a witness.
 */
export class LogWitness {
  readonly #database: string;
  readonly #onFailure: (error: unknown) => void;
  /** Closing any handle of the index gives away the locks that SQLite has on it: it stays open until the database is closed. */
  #index: number | undefined;
  #handle: number | undefined;
  #isClosed = false;
  #hasFailed = false;

  /** `onFailure` hears of the first time that nothing could be written down. */
  constructor(database: string, onFailure: (error: unknown) => void = () => undefined) {
    this.#database = database;
    this.#onFailure = onFailure;
    // What was said of the log of another run is void.
    this.#attempt(() => this.#open());
  }

  /** What the index says now. Undefined when it is kept in memory alone, or cannot be read. */
  look(): Buffer | undefined {
    return this.#attempt(() => {
      const index = this.#openIndex();
      const seen = Buffer.alloc(INDEX_HEADER);
      return index !== undefined && readSync(index, seen, 0, INDEX_HEADER, 0) === INDEX_HEADER ? seen : undefined;
    });
  }

  /** All that was in the log when somebody looked is durable now. */
  keep(seen: Buffer | undefined): void {
    if (seen === undefined || this.#isClosed) return;
    this.#attempt(() => writeSync(this.#open(), seen, 0, seen.length, 0));
  }

  /** Comes after the database is closed: whose log SQLite has taken away then has all of it in its own file, and nothing to be witnessed. */
  close(): void {
    this.#isClosed = true;
    for (const handle of [this.#index, this.#handle]) if (handle !== undefined) closeSync(handle);
    if (!existsSync(logOf(this.#database))) this.#attempt(() => removePatiently(witnessOf(this.#database)));
  }

  #openIndex(): number | undefined {
    const file = `${this.#database}-shm`;
    if (this.#index === undefined && existsSync(file)) this.#index = openSync(file, 'r');
    return this.#index;
  }

  #open(): number {
    this.#handle ??= whileLocked(() => openSync(witnessOf(this.#database), 'w', OWNER_ONLY));
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
