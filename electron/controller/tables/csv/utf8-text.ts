import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { csvFault } from './csv-fault.ts';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Gives the line on which a block begins; asked for only where it is told. */
type LineOfBlock = () => number;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const MARK_LENGTH = 3;

/**
 * Turns the bytes of a text file into UTF-8, block by block; what is UTF-8 already is looked at and passed on as it is. A byte order mark
 * names the encoding; without one UTF-16 is known by its zero bytes, and the first block that is not ASCII decides between UTF-8 and
 * Latin-1 (as Windows writes it). Throws `csv-broken` naming the line that is not text.
 */
export class Utf8Text {
  #encoding: Encoding | undefined;
  /** Of an encoding that is not UTF-8. */
  #decoder: TextDecoder | undefined;
  #isStarted = false;

  /** The next block, which ends with a line where the encoding allows it. */
  take(block: Uint8Array, line: LineOfBlock): Uint8Array {
    const bytes = this.#isStarted ? block : this.#start(block);
    this.#encoding ??= latinOrUtf8(bytes);
    const text = this.#encoding === undefined || this.#encoding === 'utf-8' ? checkedUtf8(bytes, line) : this.#decode(bytes, line);
    return withoutNul(text, line);
  }

  /** What was left behind the last block. */
  end(line: LineOfBlock): Uint8Array {
    return this.#decoder ? this.#decode(undefined, line) : new Uint8Array();
  }

  /** The first block, without the mark of UTF-8; a decoder leaves out the mark of its encoding by itself. */
  #start(block: Uint8Array): Uint8Array {
    this.#isStarted = true;
    this.#encoding = markedEncoding(block);
    return this.#encoding === 'utf-8' ? block.subarray(MARK_LENGTH) : block;
  }

  #decode(block: Uint8Array | undefined, line: LineOfBlock): Uint8Array {
    const encoding = this.#encoding ?? 'utf-8';
    this.#decoder ??= new TextDecoder(encoding, { fatal: true });
    try {
      return Buffer.from(block ? this.#decoder.decode(block, { stream: true }) : this.#decoder.decode());
    } catch (error) {
      throw notText(encoding, line(), error);
    }
  }
}

function markedEncoding(start: Uint8Array): Encoding | undefined {
  const [first, second, third] = start;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return unmarkedUtf16(start);
}

/** Latin text in UTF-16 has a zero in nearly every second byte; other texts have none at all. */
function unmarkedUtf16(start: Uint8Array): Encoding | undefined {
  const sample = start.subarray(0, 1_000);
  const half = sample.length / 2;
  const even = sample.filter((byte, index) => byte === 0 && index % 2 === 0).length;
  const odd = sample.filter((byte, index) => byte === 0 && index % 2 === 1).length;
  if (odd > half / 2 && even < half / 10) return 'utf-16le';
  if (even > half / 2 && odd < half / 10) return 'utf-16be';
  return undefined;
}

/** Blocks end with a line, so that no UTF-8 sequence is cut. Undefined while everything is ASCII, which both have in common. */
function latinOrUtf8(block: Uint8Array): Encoding | undefined {
  if (isAscii(block)) return undefined;
  return isUtf8(block) ? 'utf-8' : 'windows-1252';
}

function checkedUtf8(block: Uint8Array, line: LineOfBlock): Uint8Array {
  if (!isUtf8(block)) throw notText('utf-8', line() + linesOfUtf8(block));
  return block;
}

function withoutNul(text: Uint8Array, line: LineOfBlock): Uint8Array {
  const zero = text.indexOf(0);
  if (zero >= 0) throw csvFault(line() + lineEnds(text.subarray(0, zero)), 'holds a NUL character, which no text file has');
  return text;
}

function notText(encoding: Encoding, line: number, cause?: unknown): Error {
  return csvFault(line, `is not text in ${encoding.toUpperCase()}, which the lines above are`, cause);
}

/** How many lines of the block are UTF-8 before the first that is not. */
function linesOfUtf8(block: Uint8Array): number {
  let lines = 0;
  let start = 0;
  for (let end = block.indexOf(LINE_FEED); end >= 0 && isUtf8(block.subarray(start, end)); end = block.indexOf(LINE_FEED, start)) {
    lines += 1;
    start = end + 1;
  }
  return lines;
}

/** How many lines end in the text: each of CR LF, LF and CR ends one. */
export function lineEnds(text: Uint8Array): number {
  let count = 0;
  for (let at = text.indexOf(LINE_FEED); at >= 0; at = text.indexOf(LINE_FEED, at + 1)) count += 1;
  for (let at = text.indexOf(CARRIAGE_RETURN); at >= 0; at = text.indexOf(CARRIAGE_RETURN, at + 1)) {
    if (text[at + 1] !== LINE_FEED) count += 1;
  }
  return count;
}
