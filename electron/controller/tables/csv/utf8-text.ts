import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { Utf8Signs } from '#contract/csv/utf8-signs.ts';
import { csvFault } from './csv-fault.ts';

/** Gives the line on which a block begins; asked for only where it is told. */
type LineOfBlock = () => number;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const MARK_LENGTH = 3;
const UTF_16 = /^utf-16/;
const NOTHING = new Uint8Array();

/**
 * Turns the bytes of a text file into UTF-8, block by block; what is UTF-8 already is looked at and passed on as it is. The encoding is the
 * declared one. Without one a byte order mark names it, UTF-16 is known by its zero bytes, and what is beyond ASCII tells UTF-8 from
 * Latin-1 (as Windows writes it). Throws `csv-broken` naming the line that is not text.
 */
export class Utf8Text {
  /** As `TextDecoder` knows it. */
  readonly #declared: string | undefined;
  #encoding: string | undefined;
  /** Of an encoding that is not UTF-8. */
  #decoder: TextDecoder | undefined;
  /** The half of a character of UTF-16 that the last block has ended with. */
  #half = NOTHING;
  /** While Latin-1 is no more than likely: what speaks against it, and the line for which UTF-8 was ruled out. */
  #doubt: { signs: Utf8Signs; line: number } | undefined;
  #isStarted = false;

  constructor(declared?: string) {
    this.#declared = declared;
  }

  /** The next block, which ends with a line where the encoding allows it. */
  take(block: Uint8Array, line: LineOfBlock): Uint8Array {
    const bytes = this.#isStarted ? block : this.#start(block);
    if (this.#encoding === undefined) this.#encoding = this.#latinOrUtf8(bytes, line);
    else if (this.#doubt && !isAscii(bytes)) this.#doubt.signs.add(bytes);
    if (this.#doubt?.signs.speakForUtf8) throw this.#notText('utf-8', this.#doubt.line);
    const text = this.#encoding === undefined || this.#encoding === 'utf-8' ? this.#checkedUtf8(bytes, line) : this.#decode(bytes, line);
    return withoutNul(text, line);
  }

  /** What was left behind the last block. */
  end(line: LineOfBlock): Uint8Array {
    return this.#decoder ? this.#decode(undefined, line) : NOTHING;
  }

  /** The first block, without the mark of UTF-8; a decoder leaves out the mark of its encoding by itself. */
  #start(block: Uint8Array): Uint8Array {
    this.#isStarted = true;
    const marked = markedEncoding(block);
    this.#encoding = this.#declared === undefined ? (marked ?? unmarkedUtf16(block)) : declaredEncoding(this.#declared, marked);
    return marked === 'utf-8' ? block.subarray(MARK_LENGTH) : block;
  }

  /** Blocks end with a line, so that no UTF-8 sequence is cut. Undefined while everything is ASCII, which both have in common. */
  #latinOrUtf8(block: Uint8Array, line: LineOfBlock): string | undefined {
    if (isAscii(block)) return undefined;
    if (isUtf8(block)) return 'utf-8';
    const signs = new Utf8Signs();
    signs.add(block);
    this.#doubt = { signs, line: line() + linesOfUtf8(block) };
    return 'windows-1252';
  }

  #checkedUtf8(block: Uint8Array, line: LineOfBlock): Uint8Array {
    if (!isUtf8(block)) throw this.#notText('utf-8', line() + linesOfUtf8(block));
    return block;
  }

  #decode(block: Uint8Array | undefined, line: LineOfBlock): Uint8Array {
    const encoding = this.#encoding ?? 'utf-8';
    this.#decoder ??= new TextDecoder(encoding, { fatal: true });
    try {
      return Buffer.from(block ? this.#decoder.decode(block, { stream: true }) : this.#decoder.decode());
    } catch (error) {
      throw this.#notText(encoding, line() + readableLines(encoding, Buffer.concat([this.#half, block ?? NOTHING])), error);
    } finally {
      if (block && UTF_16.test(encoding)) this.#half = (this.#half.length + block.length) % 2 === 0 ? NOTHING : block.slice(-1);
    }
  }

  #notText(encoding: string, line: number, cause?: unknown): Error {
    const why = this.#declared === undefined ? 'in which the rest of the file seems to be written' : 'as which the file is declared';
    return csvFault(line, `is not text in ${encoding.toUpperCase()}, ${why}`, cause);
  }
}

/** "utf-16" leaves the order of the bytes to the mark. Throws `csv-broken` for a file that names another encoding itself. */
function declaredEncoding(declared: string, marked: string | undefined): string {
  const { encoding } = new TextDecoder(declared);
  if (marked === undefined || marked === encoding) return encoding;
  if (declared.toLowerCase() === 'utf-16' && UTF_16.test(marked)) return marked;
  throw csvFault(1, `begins with the mark of ${marked.toUpperCase()}, while ${declared.toUpperCase()} is declared`);
}

function markedEncoding(start: Uint8Array): string | undefined {
  const [first, second, third] = start;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

/** Latin text in UTF-16 has a zero in nearly every second byte; other texts have none at all. */
function unmarkedUtf16(start: Uint8Array): string | undefined {
  const sample = start.subarray(0, 1_000);
  const half = sample.length / 2;
  const even = sample.filter((byte, index) => byte === 0 && index % 2 === 0).length;
  const odd = sample.filter((byte, index) => byte === 0 && index % 2 === 1).length;
  if (odd > half / 2 && even < half / 10) return 'utf-16le';
  if (even > half / 2 && odd < half / 10) return 'utf-16be';
  return undefined;
}

function withoutNul(text: Uint8Array, line: LineOfBlock): Uint8Array {
  const zero = text.indexOf(0);
  if (zero >= 0) throw csvFault(line() + lineEnds(text.subarray(0, zero)), 'holds a NUL character, which no text file has');
  return text;
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

/** How many lines end before the first byte that the encoding does not have. */
function readableLines(encoding: string, bytes: Uint8Array): number {
  const text = new TextDecoder(encoding).decode(bytes);
  const fault = text.indexOf('\ufffd');
  return fault < 0 ? 0 : lineEnds(Buffer.from(text.slice(0, fault)));
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
