import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { csvFault } from './csv-fault.ts';
import { lineBlocks } from './line-blocks.ts';

/**
 * Turns the bytes of a text file into text, block by block; a block ends at the end of a line where the encoding allows it. A
 * byte order mark names the encoding; without one UTF-16 is known by its zero bytes, and the first block that is not ASCII
 * decides between UTF-8 and Latin-1 (as Windows writes it). Throws `csv-broken` naming the line that is not text.
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let encoding: Encoding | undefined;
  let decoder: TextDecoder | undefined;
  let line = 1;
  let isAfterReturn = false;
  for await (const block of lineBlocks(bytes)) {
    encoding ??= decoder ? latinOrUtf8(block) : (markedEncoding(block) ?? latinOrUtf8(block));
    if (!decoder || (encoding && decoder.encoding !== encoding)) decoder = new TextDecoder(encoding ?? 'utf-8', { fatal: true });
    const text = decode(decoder, block, line);
    line += lineEnds(text) - (isAfterReturn && text.startsWith('\n') ? 1 : 0);
    isAfterReturn = text.endsWith('\r');
    yield text;
  }
  if (decoder) yield decode(decoder, undefined, line);
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

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

function decode(decoder: TextDecoder, block: Uint8Array | undefined, line: number): string {
  let text;
  try {
    text = block ? decoder.decode(block, { stream: true }) : decoder.decode();
  } catch (error) {
    const before = block && decoder.encoding === 'utf-8' ? linesOfUtf8(block) : 0;
    throw csvFault(line + before, `is not text in ${decoder.encoding.toUpperCase()}, which the lines above are`, error);
  }
  const zero = text.indexOf('\0');
  if (zero >= 0) throw csvFault(line + lineEnds(text.slice(0, zero)), 'holds a NUL character, which no text file has');
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

const LINE_FEED = 10;

/** How many lines end in the text: each of CR LF, LF and CR ends one. */
export function lineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) if (text[at + 1] !== '\n') count += 1;
  return count;
}
