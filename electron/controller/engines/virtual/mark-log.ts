import { appendFileSync, closeSync, openSync, readSync, renameSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { whileLocked } from '#storage/while-locked.ts';

/** One mark, as the device itself remembers it. */
export interface LoggedMark {
  /** Counts the marks of this device from 1. */
  number: number;
  /** The ledger's id of the print. */
  id: number;
  /** Of the bits that were marked. */
  pictureHash: string;
}

const NAME = 'marks.log';
const NAME_BEFORE = 'marks.1.log';
/** Of one of the two files, in bytes: some 100 000 marks. */
const MOST_BYTES = 8 * 1024 * 1024;
const LINE = /^(\d+) (\d+) (\S+)$/;
/** Longer than any two lines. */
const TAIL_BYTES = 4_096;
const NEWLINE = 0x0a;

/**
 * What a virtual head marked, whatever the controller believes: a line per mark, `number id hash`, in `marks.log`; when it is full it becomes
 * `marks.1.log` in place of the one before.
 */
export class MarkLog {
  readonly #file: string;
  readonly #fileBefore: string;
  readonly #mostBytes: number;
  #size = 0;
  /** Behind the last whole line may stand a part of one, which could not be cut off. */
  #isTorn = false;

  constructor(folder: string, mostBytes = MOST_BYTES) {
    this.#file = join(folder, NAME);
    this.#fileBefore = join(folder, NAME_BEFORE);
    this.#mostBytes = mostBytes;
  }

  /** Takes up the log where it ends. A line that a power cut tore is cut off. Returns the last mark. */
  open(): LoggedMark | undefined {
    const { size, tail } = readTail(this.#file);
    this.#size = size - (tail.length - (tail.lastIndexOf(NEWLINE) + 1));
    if (this.#size < size) truncateSync(this.#file, this.#size);
    return lastMark(tail) ?? lastMark(readTail(this.#fileBefore).tail);
  }

  /** Writes a mark down. When it throws, the log is as it was, at the latest with the next mark. */
  append({ number, id, pictureHash }: LoggedMark): void {
    if (this.#isTorn) this.#cut();
    if (this.#size >= this.#mostBytes) this.#beginAnew();
    const line = `${number} ${id} ${pictureHash}\n`;
    try {
      appendFileSync(this.#file, line);
    } catch (error) {
      this.#isTorn = true;
      throw error;
    }
    this.#size += line.length;
  }

  #cut(): void {
    if (statSync(this.#file, { throwIfNoEntry: false })) truncateSync(this.#file, this.#size);
    this.#isTorn = false;
  }

  #beginAnew(): void {
    whileLocked(() => renameSync(this.#file, this.#fileBefore));
    this.#size = 0;
  }
}

/** The end of a file; nothing when there is none. */
function readTail(file: string): { size: number; tail: Buffer } {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
  if (size === 0) return { size, tail };
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, tail, 0, tail.length, size - tail.length);
  } finally {
    closeSync(descriptor);
  }
  return { size, tail };
}

function lastMark(tail: Buffer): LoggedMark | undefined {
  const lines = tail.toString('latin1').split('\n').slice(0, -1);
  const [, number, id, pictureHash] = LINE.exec(lines.at(-1) ?? '') ?? [];
  return pictureHash === undefined ? undefined : { number: Number(number), id: Number(id), pictureHash };
}
