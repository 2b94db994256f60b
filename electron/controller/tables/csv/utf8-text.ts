import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { Utf8Detector } from '#contract/csv/utf8-detector.ts';
import { csvFault } from './csv-fault.ts';

/** Returns the line on which a block begins; called only for messages. */
type LineOfBlock = () => number;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const MARK_LENGTH = 3;
const UTF_16 = /^utf-16/;
const NOTHING = new Uint8Array();

/**
 * Converts a text file to UTF-8, block by block; UTF-8 is validated and passed on. The encoding is the declared one. Otherwise a byte order
 * mark names it, UTF-16 is recognised by its zero bytes, and non-ASCII bytes distinguish UTF-8 from Latin-1 (Windows-1252). Throws
 * `csv-broken` naming the line that is not text.
 */
export class Utf8Text {
  /** As `TextDecoder` names it. */
  readonly #declared: string | undefined;
  #encoding: string | undefined;
  /** Set for encodings other than UTF-8. */
  #decoder: TextDecoder | undefined;
  /** The first half of a UTF-16 unit at the end of the last block. */
  #half = NOTHING;
  /** While Latin-1 is only likely: the detector that may disprove it, and the line that ruled out UTF-8. */
  #latinGuess: { signs: Utf8Detector; line: number } | undefined;
  #isStarted = false;

  constructor(declared?: string) {
    this.#declared = declared;
  }

  /** Converts the next block, which ends with a line where the encoding allows it. */
  take(block: Uint8Array, line: LineOfBlock): Uint8Array {
    const bytes = this.#isStarted ? block : this.#start(block);
    if (this.#encoding === undefined) this.#encoding = this.#latinOrUtf8(bytes, line);
    else if (this.#latinGuess && !isAscii(bytes)) this.#latinGuess.signs.add(bytes);
    if (this.#latinGuess?.signs.isUtf8) throw this.#notText('utf-8', this.#latinGuess.line);
    const text = this.#encoding === undefined || this.#encoding === 'utf-8' ? this.#checkedUtf8(bytes, line) : this.#decode(bytes, line);
    return withoutNul(text, line);
  }

  /** Converts what is left after the last block. */
  end(line: LineOfBlock): Uint8Array {
    return this.#decoder ? this.#decode(undefined, line) : NOTHING;
  }

  /** The first block without a UTF-8 byte order mark; decoders remove the mark of their encoding themselves. */
  #start(block: Uint8Array): Uint8Array {
    this.#isStarted = true;
    const marked = markedEncoding(block);
    this.#encoding = this.#declared === undefined ? (marked ?? unmarkedUtf16(block)) : declaredEncoding(this.#declared, marked);
    return marked === 'utf-8' ? block.subarray(MARK_LENGTH) : block;
  }

  /** Blocks end with a line, so no UTF-8 sequence is split. Undefined while everything is ASCII, which both encodings share. */
  #latinOrUtf8(block: Uint8Array, line: LineOfBlock): string | undefined {
    if (isAscii(block)) return undefined;
    if (isUtf8(block)) return 'utf-8';
    const signs = new Utf8Detector();
    signs.add(block);
    this.#latinGuess = { signs, line: line() + linesOfUtf8(block) };
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
    const why = this.#declared === undefined ? 'which the rest of the file seems to use' : 'which the request declares';
    return csvFault(line, `is not text in ${encoding.toUpperCase()}, ${why}`, cause);
  }
}

/** For "utf-16" the byte order mark decides. Throws `csv-broken` for a file whose mark contradicts the declaration. */
function declaredEncoding(declared: string, marked: string | undefined): string {
  const { encoding } = new TextDecoder(declared);
  if (marked === undefined || marked === encoding) return encoding;
  if (declared.toLowerCase() === 'utf-16' && UTF_16.test(marked)) return marked;
  throw csvFault(1, `has the byte order mark of ${marked.toUpperCase()}, but ${declared.toUpperCase()} is declared`);
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
  if (zero >= 0) throw csvFault(line() + lineEnds(text.subarray(0, zero)), 'contains a NUL character');
  return text;
}

/** How many lines of the block precede the first that is not UTF-8. */
function linesOfUtf8(block: Uint8Array): number {
  let lines = 0;
  let start = 0;
  for (let end = block.indexOf(LINE_FEED); end >= 0 && isUtf8(block.subarray(start, end)); end = block.indexOf(LINE_FEED, start)) {
    lines += 1;
    start = end + 1;
  }
  return lines;
}

/** How many lines end before the first byte that is invalid in the encoding. */
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
