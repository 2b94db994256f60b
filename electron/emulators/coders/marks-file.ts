import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CoderMark } from './print-head.ts';

/** Writes what is printed into the file `marks.txt`, one line each: number, kind, message and values, parted by tabs. */
export class MarksFile {
  readonly #file: string;
  #marks = 0;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, 'marks.txt');
  }

  add({ kind, message, values }: CoderMark): void {
    appendFileSync(this.#file, `${[++this.#marks, kind, message, ...values].join('\t')}\n`);
  }
}
