import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { Violation } from './fault-run.ts';

/** One mark, as the engine itself recorded it. */
export interface Mark {
  printer: string;
  /** Number of the mark on this engine, from 1. */
  number: number;
  /** Id of the print in the ledger. */
  id: number;
  pictureHash: string;
}

/** Reads new entries of an engine's log as bytes, without any code of the program. */
export class EngineLog {
  readonly printer: string;
  readonly #file: string;
  #read = 0;
  #count = 0;

  /** `position` is the printer's, from 1. */
  constructor(dataFolder: string, { printer, position }: { printer: string; position: number }) {
    this.printer = printer;
    this.#file = join(dataFolder, 'marks', String(position), 'marks.log');
  }

  /** The marks since the last call. Throws a `Violation` if their numbers are not consecutive. */
  readOn(): Mark[] {
    const text = this.#unread();
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    this.#read += whole.length;
    return whole
      .split('\n')
      .filter(Boolean)
      .map((line) => this.#parse(line));
  }

  /** Number of marks that have not been read yet. */
  fresh(): number {
    return this.#unread().split('\n').length - 1;
  }

  /** Number of all marks, also of those that have not been read yet. */
  total(): number {
    return this.#count + this.fresh();
  }

  /** Whether the engine has marked this print, also if that has not been read yet. */
  has(id: number): boolean {
    return existsSync(this.#file) && readFileSync(this.#file, 'latin1').includes(` ${id} `);
  }

  #unread(): string {
    const descriptor = openOrNone(this.#file);
    if (descriptor === undefined) return '';
    try {
      const { size } = fstatSync(descriptor);
      if (size < this.#read) throw new Error(`${this.#file} was rotated: the run is too long`);
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
    if (Number(number) !== this.#count) throw new Violation(`${this.printer}: after mark ${this.#count - 1} its log says "${line}"`);
    return { printer: this.printer, number: this.#count, id: Number(id), pictureHash };
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
