import { Unzlib } from 'fflate';
import { decodeBase64 } from '#rendering/pictures/base64.ts';
import { textAsBytes } from '../syntax/field-encodings.ts';
import { MAX_RASTER_BYTES, type Raster } from './zpl-picture.ts';

/** Why a graphic cannot be read. */
export type RasterFault = 'pictureBroken' | 'pictureTooLarge';

/** Deflate expands one byte to at most 1032 bytes. */
const STEP_BYTES = 4096;

/**
 * Decodes a graphic: hexadecimal with ZPL's compression codes, or base64, optionally deflated, with its checksum verified. `most` is the
 * limit in bytes.
 */
export function readRaster(
  data: string,
  { bytes: total, rowBytes, most }: { bytes: number; rowBytes: number; most: number },
): Raster | RasterFault {
  if (rowBytes < 1 || total < rowBytes) return 'pictureBroken';
  const rows = Math.floor(total / rowBytes);
  if (rows * rowBytes > Math.min(most, MAX_RASTER_BYTES)) return 'pictureTooLarge';
  const packed = /^\s*:(B64|Z64):([^:]*)(?::([^:]*))?/u.exec(data);
  const bytes = packed ? unpack(packed) : readHexRows(data, rowBytes, rows);
  if (!bytes) return 'pictureBroken';
  const whole = new Uint8Array(rows * rowBytes);
  whole.set(bytes.subarray(0, whole.length));
  return { rowBytes, rows, bytes: whole };
}

function unpack([, kind, text = '', sum]: readonly string[]): Uint8Array | undefined {
  if (sum !== undefined && sum.trim() !== '' && Number.parseInt(sum, 16) !== checkSum(text)) return undefined;
  const bytes = decodeBase64(text);
  return bytes && kind === 'Z64' ? inflate(bytes) : bytes;
}

/** CRC-16 with polynomial 0x1021 and initial value 0 over the base64 text, as ZPL specifies. */
export function checkSum(text: string): number {
  let sum = 0;
  for (const byte of textAsBytes(text)) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x8000 ? ((sum << 1) ^ 0x1021) & 0xffff : (sum << 1) & 0xffff;
  }
  return sum;
}

/** Inflates in steps, so that the limit stops a small input that expands to more than a picture may have. */
function inflate(bytes: Uint8Array): Uint8Array | undefined {
  const whole = new Uint8Array(MAX_RASTER_BYTES);
  let length = 0;
  const stream = new Unzlib((piece) => {
    whole.set(piece.subarray(0, whole.length - length), length);
    length = Math.min(whole.length, length + piece.length);
  });
  try {
    for (let at = 0; at < bytes.length && length < whole.length; at += STEP_BYTES) {
      stream.push(bytes.slice(at, at + STEP_BYTES), at + STEP_BYTES >= bytes.length);
    }
  } catch (error) {
    // Thrown by fflate for data that are not deflated.
    if (error instanceof Error) return undefined;
    throw error;
  }
  return whole.subarray(0, length);
}

/** `G` to `Y` repeat the next digit 1 to 19 times, `g` to `z` 20 to 400 times; the counts add up. */
function timesOf(letter: string): number {
  const code = letter.charCodeAt(0);
  if (code >= 0x47 && code <= 0x59) return code - 0x46;
  return code >= 0x67 && code <= 0x7a ? (code - 0x66) * 20 : 0;
}

/** Rows of hexadecimal digits: `,` fills the rest of a row with light dots, `!` with dark ones, `:` repeats the previous row. */
function readHexRows(data: string, rowBytes: number, rows: number): Uint8Array | undefined {
  const reader = new HexRows(rowBytes * 2, rows);
  for (const letter of data) {
    if (reader.isFull) break;
    if (!reader.take(letter)) return undefined;
  }
  return reader.bytes();
}

class HexRows {
  readonly #rowDigits: number;
  readonly #digits: Uint8Array;
  #at = 0;
  #times = 0;

  constructor(rowDigits: number, rows: number) {
    this.#rowDigits = rowDigits;
    this.#digits = new Uint8Array(rowDigits * rows);
  }

  get isFull(): boolean {
    return this.#at >= this.#digits.length;
  }

  /** Returns false for a character that is not valid in a graphic. */
  take(letter: string): boolean {
    const times = timesOf(letter);
    if (times > 0) this.#times += times;
    else if (letter === ',') this.#fill(0);
    else if (letter === '!') this.#fill(15);
    else if (letter === ':') this.#repeatRow();
    else if (/[0-9a-f]/iu.test(letter)) this.#put(Number.parseInt(letter, 16), Math.max(1, this.#times));
    else return letter <= ' ';
    return true;
  }

  bytes(): Uint8Array {
    const bytes = new Uint8Array(this.#digits.length / 2);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = ((this.#digits[2 * at] ?? 0) << 4) | (this.#digits[2 * at + 1] ?? 0);
    return bytes;
  }

  /** A comma after a complete row fills the next row with light dots. */
  #fill(digit: number): void {
    this.#put(digit, this.#rowDigits - (this.#at % this.#rowDigits));
  }

  #repeatRow(): void {
    const start = this.#at - (this.#at % this.#rowDigits);
    if (start > 0) this.#digits.copyWithin(start, start - this.#rowDigits, start);
    this.#at = start + this.#rowDigits;
    this.#times = 0;
  }

  #put(digit: number, times: number): void {
    this.#digits.fill(digit, this.#at, Math.min(this.#digits.length, this.#at + times));
    this.#at += times;
    this.#times = 0;
  }
}
