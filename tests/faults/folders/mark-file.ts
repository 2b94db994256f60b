import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** Reads new marks of an engine, even after its file was moved, deleted or unmounted, because it keeps the file open. */
export class MarkFile {
  readonly #handle: number;
  readonly #from: number;

  /** `position` is the printer's, from 1. `from` is the number of bytes to skip, which others have written, as in a copy. */
  constructor(dataFolder: string, { position, from = 0 }: { position: number; from?: number }) {
    this.#handle = openSync(join(dataFolder, 'marks', String(position), 'marks.log'), 'a+');
    this.#from = from;
  }

  /** The printed marks: hashes of the pictures, which show counter and serial number. */
  pictures(): string[] {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(this.#handle).size - this.#from));
    readSync(this.#handle, bytes, 0, bytes.length, this.#from);
    return bytes
      .toString('latin1')
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split(' ')[2] ?? '');
  }

  get bytes(): number {
    return fstatSync(this.#handle).size;
  }

  close(): void {
    closeSync(this.#handle);
  }
}
