import { BYTE, DIGIT, LETTER, LETTER_VALUES, SECOND_PERCENT } from './message.ts';
import type { Message } from './message.ts';
import type { Segment, VersionGroup } from './segments.ts';

/** Marks the following bytes as UTF-8 (ECI 26); without it readers guess the encoding. */
const UTF8_INDICATOR = { value: 0b0111_0001_1010, bits: 12 };
/** Mode indicator of FNC1 in first position: GS1 data follow. */
const GS1_INDICATOR = { value: 0b0101, bits: 4 };
/** Mode indicators of digits, letters and bytes (ISO/IEC 18004, table 2). */
const MODE_INDICATORS = [0b0001, 0b0010, 0b0100] as const;
/** Bits of the character count indicator, by group of versions and mode (ISO/IEC 18004, table 3). */
const COUNT_BITS = [
  [10, 9, 8],
  [12, 11, 16],
  [14, 13, 16],
] as const;
const PADDING = [0xec, 0x11] as const;
const TERMINATOR_BITS = 4;

/** The number of bits of the segments; undefined if one is too long for its character count indicator. */
export function countBits(message: Message, segments: readonly Segment[], group: VersionGroup): number | undefined {
  let bits = (message.isGs1 ? GS1_INDICATOR.bits : 0) + (message.isUtf8 ? UTF8_INDICATOR.bits : 0);
  for (const segment of segments) {
    const count = countCharacters(message, segment);
    const field = COUNT_BITS[group][segment.mode];
    if (count >= 1 << field) return undefined;
    bits += 4 + field + bitsOf(segment.mode, count);
  }
  return bits;
}

/** Writes the segments, the terminator and the padding, filling all of `codewords`. */
export function writeCodewords(
  codewords: Uint8Array,
  message: Message,
  { segments, group }: { segments: readonly Segment[]; group: VersionGroup },
): void {
  const writer = new BitWriter(codewords);
  if (message.isUtf8) writer.put(UTF8_INDICATOR.value, UTF8_INDICATOR.bits);
  if (message.isGs1) writer.put(GS1_INDICATOR.value, GS1_INDICATOR.bits);
  for (const segment of segments) {
    writer.put(MODE_INDICATORS[segment.mode], 4);
    writer.put(countCharacters(message, segment), COUNT_BITS[group][segment.mode]);
    if (segment.mode === DIGIT) putDigits(writer, message, segment);
    else if (segment.mode === LETTER) putLetters(writer, message, segment);
    else putBytes(writer, message, segment);
  }
  writer.finish();
}

function bitsOf(mode: Segment['mode'], count: number): number {
  if (mode === BYTE) return 8 * count;
  if (mode === LETTER) return 11 * (count >> 1) + 6 * (count & 1);
  return 10 * Math.floor(count / 3) + (count % 3 === 0 ? 0 : 1 + 3 * (count % 3));
}

/** In byte mode a percent sign is literal and not doubled. */
function countCharacters({ isGs1, codes }: Message, { mode, start, end }: Segment): number {
  let count = end - start;
  if (mode === BYTE && isGs1) for (let index = start; index < end; index += 1) if (codes[index] === SECOND_PERCENT) count -= 1;
  return count;
}

function putDigits(writer: BitWriter, { codes }: Message, { start, end }: Segment): void {
  const digit = (index: number): number => (codes[index] ?? 0) & 15;
  let index = start;
  for (; index + 2 < end; index += 3) writer.put(digit(index) * 100 + digit(index + 1) * 10 + digit(index + 2), 10);
  if (index + 1 < end) writer.put(digit(index) * 10 + digit(index + 1), 7);
  else if (index < end) writer.put(digit(index), 4);
}

function putLetters(writer: BitWriter, { codes }: Message, { start, end }: Segment): void {
  const letter = (index: number): number => LETTER_VALUES[codes[index] ?? 0] ?? 0;
  let index = start;
  for (; index + 1 < end; index += 2) writer.put(letter(index) * 45 + letter(index + 1), 11);
  if (index < end) writer.put(letter(index), 6);
}

function putBytes(writer: BitWriter, { isGs1, codes }: Message, { start, end }: Segment): void {
  for (let index = start; index < end; index += 1) {
    const code = codes[index] ?? 0;
    if (!isGs1 || code !== SECOND_PERCENT) writer.put(code, 8);
  }
}

/** Packs bits into bytes, most significant bit first. */
class BitWriter {
  readonly #bytes: Uint8Array;
  #at = 0;
  #rest = 0;
  #restBits = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Writes at most 16 bits. */
  put(value: number, bits: number): void {
    this.#rest = (this.#rest << bits) | value;
    this.#restBits += bits;
    while (this.#restBits >= 8) {
      this.#restBits -= 8;
      this.#bytes[this.#at] = this.#rest >>> this.#restBits;
      this.#at += 1;
    }
  }

  /** Writes the terminator of up to four zero bits, zero bits to the end of the byte, then alternating pad codewords. */
  finish(): void {
    const free = (this.#bytes.length - this.#at) * 8 - this.#restBits;
    this.put(0, Math.min(TERMINATOR_BITS, free));
    if (this.#restBits > 0) this.put(0, 8 - this.#restBits);
    for (let turn = 0; this.#at < this.#bytes.length; turn ^= 1, this.#at += 1) this.#bytes[this.#at] = PADDING[turn] ?? 0;
  }
}
