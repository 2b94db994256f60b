import { closeSync, existsSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { logOf } from './empty-log.ts';
import { INDEX_HEADER } from './log-file.ts';
import { isReadOnlyError } from './read-only-disk.ts';
import { isOutOfSpace } from './sqlite-failure.ts';

/** The file beside a database that says how far its log was durable, in the words of the log's index. */
export function witnessOf(database: string): string {
  return `${database}-witness`;
}

/**
 * Writes down beside a database how far its log is durable. The index of the log says so too, but it is SQLite's own file, which anybody may
 * take away who takes it for rubbish: a log that was cut where a commit ends looks whole without. It goes through the computer's memory, as the
 * index does; what stands in it after a power cut was true at some time before.
 */
export class LogWitness {
  readonly #database: string;
  /** Closing any handle of the index gives away the locks that SQLite has on it: it stays open until the database is closed. */
  #index: number | undefined;
  #handle: number | undefined;
  #isClosed = false;

  constructor(database: string) {
    this.#database = database;
    // What was said of the log of another run is void.
    this.#attempt(() => this.#open());
  }

  /** What the index says now. Undefined when it is kept in memory alone. */
  look(): Buffer | undefined {
    const file = `${this.#database}-shm`;
    if (this.#index === undefined && !existsSync(file)) return undefined;
    this.#index ??= openSync(file, 'r');
    const seen = Buffer.alloc(INDEX_HEADER);
    return readSync(this.#index, seen, 0, INDEX_HEADER, 0) === INDEX_HEADER ? seen : undefined;
  }

  /** All that was in the log when somebody looked is durable now. Throws what the disk throws. */
  keep(seen: Buffer | undefined): void {
    if (seen === undefined || this.#isClosed) return;
    this.#attempt(() => writeSync(this.#open(), seen, 0, seen.length, 0));
  }

  /** Comes after the database is closed: whose log SQLite has taken away then has all of it in its own file, and nothing to be witnessed. */
  close(): void {
    this.#isClosed = true;
    for (const handle of [this.#index, this.#handle]) if (handle !== undefined) closeSync(handle);
    if (!existsSync(logOf(this.#database))) rmSync(witnessOf(this.#database), { force: true });
  }

  #open(): number {
    this.#handle ??= openSync(witnessOf(this.#database), 'w', OWNER_ONLY);
    return this.#handle;
  }

  /** Where there is no room, and where nothing can be written, the log itself is none the worse: what was said before holds. */
  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!isOutOfSpace(error) && !isReadOnlyError(error)) throw error;
    }
  }
}

const OWNER_ONLY = 0o600;
