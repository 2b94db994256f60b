import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { logOf } from './empty-log.ts';
import type { LogWitness } from './log-witness.ts';
import { reservedFiles } from './reserved-files.ts';

/** Makes durable what SQLite has written to the log of a database. The log is there from the first commit on. */
export class LogSync {
  /** Is told what is durable, before anybody else is. Whoever closes the database closes it then. */
  readonly witness: LogWitness | undefined;
  readonly #log: string;
  #handle: number | undefined;
  #underWay = 0;
  #isClosed = false;

  constructor(database: string, witness?: LogWitness) {
    this.#log = logOf(database);
    this.witness = witness;
  }

  /** Everything that stands in the log is durable when this returns: the whole thread waits for the disk. Throws what the disk throws. */
  now(): void {
    const seen = this.witness?.look();
    fdatasyncSync(this.#open());
    this.witness?.keep(seen);
  }

  /** The same without the thread, which goes on. Rejects with what the disk throws. */
  async later(): Promise<void> {
    const seen = this.witness?.look();
    await this.#sync();
    this.witness?.keep(seen);
  }

  /** Comes before the database is closed. */
  close(): void {
    this.#isClosed = true;
    this.#close();
  }

  #sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      const handle = this.#open();
      this.#underWay += 1;
      fdatasync(handle, (error) => {
        this.#underWay -= 1;
        if (this.#isClosed) this.#close();
        if (error) reject(error);
        else resolve();
      });
    });
  }

  /** Any handle of a file stands for all of it; Windows wants one that may write. */
  #open(): number {
    this.#handle ??= reservedFiles.use(() => openSync(this.#log, 'r+'));
    return this.#handle;
  }

  #close(): void {
    if (this.#underWay > 0 || this.#handle === undefined) return;
    closeSync(this.#handle);
    this.#handle = undefined;
  }
}
