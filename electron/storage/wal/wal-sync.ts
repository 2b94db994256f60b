import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { walFileOf } from './closed-wal.ts';
import type { DurablePosition } from './durable-position.ts';
import { reservedFiles } from '../files/reserved-files.ts';

/** Syncs the WAL file of a database. The file exists after the first commit. */
export class WalSync {
  /** Records what is durable. The caller closes it after the database. */
  readonly position: DurablePosition | undefined;
  readonly #file: string;
  #handle: number | undefined;
  #running = 0;
  #isClosed = false;

  constructor(database: string, position?: DurablePosition) {
    this.#file = walFileOf(database);
    this.position = position;
  }

  /** Syncs the WAL and blocks the thread meanwhile. Throws the disk's error. */
  now(): void {
    const header = this.position?.readIndexHeader();
    fdatasyncSync(this.#open());
    this.position?.record(header);
  }

  /** Syncs the WAL without blocking the thread. Rejects with the disk's error. */
  async later(): Promise<void> {
    const header = this.position?.readIndexHeader();
    await this.#sync();
    this.position?.record(header);
  }

  /** Call it before the database is closed. */
  close(): void {
    this.#isClosed = true;
    this.#close();
  }

  #sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      const handle = this.#open();
      this.#running += 1;
      fdatasync(handle, (error) => {
        this.#running -= 1;
        if (this.#isClosed) this.#close();
        if (error) reject(error);
        else resolve();
      });
    });
  }

  /** A sync through any handle covers the whole file. Windows requires a writable one. */
  #open(): number {
    this.#handle ??= reservedFiles.use(() => openSync(this.#file, 'r+'));
    return this.#handle;
  }

  #close(): void {
    if (this.#running > 0 || this.#handle === undefined) return;
    closeSync(this.#handle);
    this.#handle = undefined;
  }
}
