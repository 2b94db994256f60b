import { appendFileSync, closeSync, openSync, readSync, renameSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import { retryWhileLocked } from '#storage/files/retry-while-locked.ts';

/** One print in the device's own log. */
export interface LoggedMark {
  /** Number of the print on this device, from 1. */
  number: number;
  /** The ledger's id of the print; 0 for a test print at the device. */
  id: number;
  /** Hash of the printed bits. */
  pictureHash: string;
  /** What the device drew, if it draws on board. */
  message?: DeviceMessage;
}

const NAME = 'marks.log';
const NAME_BEFORE = 'marks.1.log';
/** Size of each of the two files, in bytes: about 100 000 prints. */
const MAX_BYTES = 8 * 1024 * 1024;
const LINE = /^(\d+) (\d+) ([^\s{]+)(?: \{.*\})?$/;
/** Longer than any two lines. */
const TAIL_BYTES = 512 * 1024;
/** A longer message is not recorded, in characters. */
const MAX_MESSAGE = 64 * 1024;
const NEWLINE = 0x0a;

/**
 * The log of a virtual head, independent of the controller: a line per print, `number id hash`, followed by the message and its fields as JSON if
 * it draws on board, in `marks.log`; a full file becomes
 * `marks.1.log` and replaces the previous one.
 */
export class MarkLog {
  readonly #file: string;
  readonly #fileBefore: string;
  readonly #mostBytes: number;
  #size = 0;
  /** Whether part of a line may follow the last complete one and still has to be removed. */
  #isTorn = false;

  constructor(folder: string, maxBodyBytes = MAX_BYTES) {
    this.#file = join(folder, NAME);
    this.#fileBefore = join(folder, NAME_BEFORE);
    this.#mostBytes = maxBodyBytes;
  }

  /** Opens the log. An incomplete line from a power failure is removed. Returns the last print. */
  open(): LoggedMark | undefined {
    const { size, tail } = readTail(this.#file);
    this.#size = size - (tail.length - (tail.lastIndexOf(NEWLINE) + 1));
    if (this.#size < size) truncateSync(this.#file, this.#size);
    return lastMark(tail) ?? lastMark(readTail(this.#fileBefore).tail);
  }

  /** Appends a print. If it throws, the log is unchanged, or restored with the next print. */
  append({ number, id, pictureHash, message }: LoggedMark): void {
    if (this.#isTorn) this.#cut();
    if (this.#size >= this.#mostBytes) this.#beginAnew();
    const line = `${number} ${id} ${pictureHash}${message ? recorded(message) : ''}\n`;
    try {
      appendFileSync(this.#file, line);
    } catch (error) {
      this.#isTorn = true;
      throw error;
    }
    this.#size += Buffer.byteLength(line);
  }

  #cut(): void {
    if (statSync(this.#file, { throwIfNoEntry: false })) truncateSync(this.#file, this.#size);
    this.#isTorn = false;
  }

  #beginAnew(): void {
    retryWhileLocked(() => renameSync(this.#file, this.#fileBefore));
    this.#size = 0;
  }
}

/** Empty for a message that is too long. */
function recorded(message: DeviceMessage): string {
  const text = JSON.stringify(message);
  return text.length > MAX_MESSAGE ? '' : ` ${text}`;
}

/** The end of a file; empty when there is none. */
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
