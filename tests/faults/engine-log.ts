import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { Violation } from './fault-run.ts';

/** One mark, as the engine itself wrote it down. */
export interface Mark {
  printer: string;
  /** Counts the marks of the engine from 1. */
  number: number;
  /** The print of the ledger. */
  id: number;
  pictureHash: string;
}

/** Reads on in the log of an engine. It is read as bytes: no code of the program stands between the log and who judges by it. */
export class EngineLog {
  readonly #printer: string;
  readonly #file: string;
  #read = 0;
  #count = 0;

  /** `position` is the printer's, from 1. */
  constructor(dataFolder: string, { printer, position }: { printer: string; position: number }) {
    this.#printer = printer;
    this.#file = join(dataFolder, 'marks', String(position), 'marks.log');
  }

  /** The marks since the last reading. Throws a `Violation` when the engine's numbers do not go on one by one. */
  readOn(): Mark[] {
    const text = this.#unread();
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    this.#read += whole.length;
    return whole
      .split('\n')
      .filter(Boolean)
      .map((line) => this.#parse(line));
  }

  /** How many marks there are that were not read yet. */
  fresh(): number {
    return this.#unread().split('\n').length - 1;
  }

  #unread(): string {
    const descriptor = openOrNone(this.#file);
    if (descriptor === undefined) return '';
    try {
      const { size } = fstatSync(descriptor);
      if (size < this.#read) throw new Error(`${this.#file} begins anew: this run is too long for it`);
      const bytes = Buffer.alloc(size - this.#read);
      readSync(descriptor, bytes, 0, bytes.length, this.#read);
      return bytes.toString('latin1');
    } finally {
      closeSync(descriptor);
    }
  }

  #parse(line: string): Mark {
    const [number, id, pictureHash = ''] = line.split(' ');
    this.#count += 1;
    if (Number(number) !== this.#count) throw new Violation(`${this.#printer}: after mark ${this.#count - 1} its log says "${line}"`);
    return { printer: this.#printer, number: this.#count, id: Number(id), pictureHash };
  }
}

function openOrNone(file: string): number | undefined {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
