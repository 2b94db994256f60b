import { bestScheme } from './look-ahead.ts';
import { sizeFor } from './sizes.ts';
import type { DataMatrixSize } from './sizes.ts';
import { ASCII, BASE256, C40, C40_VALUES, EDIFACT, FNC1, TEXT, TEXT_VALUES, X12, X12_VALUES, isDigit, isEdifact } from './values.ts';
import type { Scheme, Values } from './values.ts';

/** Padding codeword (ISO/IEC 16022, table 2). */
const PADDING = 129;
const DIGIT_PAIRS = 130;
const FNC1_CODEWORD = 232;
const UPPER_SHIFT = 235;
const LATCHES: Readonly<Record<Scheme, number>> = { [ASCII]: 254, [C40]: 230, [TEXT]: 239, [X12]: 238, [EDIFACT]: 240, [BASE256]: 231 };
const UNLATCH = 254;
const EDIFACT_UNLATCH = 31;
const SHIFT1 = 0;

const MAX_CODEWORDS = 1_558;
/** Byte sequences of this length and longer have a length field of two codewords. */
const LONG_BYTES = 250;

/** The characters to write, as bytes and FNC1; the array may be longer than the text. */
export interface Characters {
  codes: Uint16Array;
  length: number;
}

/**
 * Appends the codewords of characters to a prefix (ISO/IEC 16022, 5.2). The encoding of the last characters depends on the available sizes.
 */
export class CodewordWriter {
  readonly #codes: Uint16Array;
  readonly #end: number;
  readonly #sizes: readonly DataMatrixSize[];
  readonly #codewords: Uint8Array;
  #count = 0;
  #at = 0;
  #scheme: Scheme = ASCII;

  constructor({ codes, length }: Characters, sizes: readonly DataMatrixSize[], codewords: Uint8Array) {
    this.#codes = codes;
    this.#end = length;
    this.#sizes = sizes;
    this.#codewords = codewords;
  }

  /** Writes everything and pads to the smallest size that fits, which it returns; undefined if none fits. */
  write(prefix: readonly number[]): DataMatrixSize | undefined {
    for (const codeword of prefix) this.#put(codeword);
    while (this.#at < this.#end) this.#writeStretch();
    const size = sizeFor(this.#sizes, this.#count);
    if (size) this.#pad(size.dataCodewords);
    return size;
  }

  #writeStretch(): void {
    if (this.#scheme === ASCII) this.#writeAscii();
    else if (this.#scheme === EDIFACT) this.#writeEdifact();
    else if (this.#scheme === BASE256) this.#writeBytes();
    else this.#writeTriples(this.#scheme, this.#scheme === C40 ? C40_VALUES : this.#scheme === TEXT ? TEXT_VALUES : X12_VALUES);
  }

  /** Writes pairs of digits as one codeword and single characters, until another scheme is better. */
  #writeAscii(): void {
    const best = this.#isDigitPair() ? ASCII : this.#best();
    if (best === ASCII) this.#putNext();
    else this.#latch(best);
  }

  /** Writes three values in two codewords. Characters after the last complete triple are written in ASCII. */
  #writeTriples(scheme: Scheme, values: Values): void {
    const start = this.#at;
    let settled = { at: start, count: this.#count };
    const triple: number[] = [];
    for (;;) {
      if (triple.length === 0) settled = { at: this.#at, count: this.#count };
      const next = this.#at < this.#end ? values[this.#codes[this.#at] ?? 0] : undefined;
      if (!next) break;
      if (triple.length === 0 && ((this.#at > start && this.#changesFrom(scheme)) || this.#endsTriples(scheme, values))) return;
      for (const value of next) {
        triple.push(value);
        if (triple.length === 3) this.#putTriple(triple);
      }
      this.#at += 1;
    }
    this.#at = settled.at;
    this.#count = settled.count;
    this.#put(UNLATCH);
    this.#continueInAscii();
  }

  /** Switches to another scheme if that is better from here on; returns whether it did. */
  #changesFrom(scheme: Scheme): boolean {
    const best = this.#best();
    if (best === scheme) return false;
    this.#put(UNLATCH);
    if (best === ASCII) this.#scheme = ASCII;
    else this.#latch(best);
    return true;
  }

  /** Writes the last characters (up to three) without a switch to ASCII if they exactly fill the symbol. */
  #endsTriples(scheme: Scheme, values: Values): boolean {
    if (this.#end - this.#at > 3) return false;
    const left = this.#leftBehind(this.#count);
    const rest: number[] = [];
    for (let at = this.#at; at < this.#end; at += 1) {
      const next = values[this.#codes[at] ?? 0];
      if (!next) return false;
      rest.push(...next);
    }
    if (left === 2 && (rest.length === 3 || (rest.length === 2 && scheme !== X12))) {
      this.#putTriple([...rest, SHIFT1].slice(0, 3));
      this.#at = this.#end;
    } else if (rest.length === 1 && left <= 2) {
      if (left === 2) this.#put(UNLATCH);
      this.#putCharacter();
    } else {
      return false;
    }
    this.#scheme = ASCII;
    return true;
  }

  /** Writes four 6-bit values in three codewords. */
  #writeEdifact(): void {
    const quad: number[] = [];
    while (this.#at < this.#end && isEdifact(this.#codes[this.#at] ?? 0)) {
      if (quad.length === 0) {
        if (this.#endsEdifact()) return;
        if (this.#best() !== EDIFACT) break;
      }
      quad.push((this.#codes[this.#at] ?? 0) & 63);
      this.#at += 1;
      if (quad.length === 4) this.#putQuad(quad);
    }
    if (quad.length > 0 || this.#at < this.#end || this.#leftBehind(this.#count - 1) > 3) {
      quad.push(EDIFACT_UNLATCH);
      this.#putQuad(quad);
    }
    this.#continueInAscii();
  }

  /** Writes up to two last characters in ASCII without a switch if they fill the symbol. */
  #endsEdifact(): boolean {
    const rest = this.#end - this.#at;
    const left = this.#leftBehind(this.#count);
    if (rest > 2 || left > 2) return false;
    let needed = 0;
    for (let at = this.#at; at < this.#end; at += 1) needed += asciiLength(this.#codes[at] ?? 0);
    if (needed > left) return false;
    while (this.#at < this.#end) this.#putCharacter();
    this.#scheme = ASCII;
    return true;
  }

  /** Writes bytes after their length, which is 0 if they extend to the end of the symbol. All of them are scrambled. */
  #writeBytes(): void {
    const start = this.#at;
    while (this.#at < this.#end && this.#best() === BASE256) this.#at += 1;
    const length = this.#at - start;
    if (this.#at === this.#end && this.#leftBehind(this.#count + length) === 1) {
      this.#putScrambled(0);
    } else if (length < LONG_BYTES) {
      this.#putScrambled(length);
    } else {
      this.#putScrambled(Math.floor(length / LONG_BYTES) + LONG_BYTES - 1);
      this.#putScrambled(length % LONG_BYTES);
    }
    for (let at = start; at < this.#at; at += 1) this.#putScrambled(this.#codes[at] ?? 0);
    this.#scheme = ASCII;
  }

  #best(): Scheme {
    return bestScheme(this.#codes, { start: this.#at, length: this.#end, scheme: this.#scheme });
  }

  /** The free codewords of the smallest symbol that has at least one codeword more than `count`. */
  #leftBehind(count: number): number {
    return (sizeFor(this.#sizes, count + 1)?.dataCodewords ?? Infinity) - count;
  }

  #latch(scheme: Scheme): void {
    this.#put(LATCHES[scheme]);
    this.#scheme = scheme;
  }

  #continueInAscii(): void {
    this.#scheme = ASCII;
    if (this.#at < this.#end) this.#putNext();
  }

  #isDigitPair(): boolean {
    return this.#at + 1 < this.#end && isDigit(this.#codes[this.#at]) && isDigit(this.#codes[this.#at + 1]);
  }

  #putNext(): void {
    if (!this.#isDigitPair()) {
      this.#putCharacter();
      return;
    }
    this.#put(DIGIT_PAIRS + ((this.#codes[this.#at] ?? 0) - 48) * 10 + (this.#codes[this.#at + 1] ?? 0) - 48);
    this.#at += 2;
  }

  #putCharacter(): void {
    const code = this.#codes[this.#at] ?? 0;
    this.#at += 1;
    if (code === FNC1) {
      this.#put(FNC1_CODEWORD);
      return;
    }
    if (code > 127) this.#put(UPPER_SHIFT);
    this.#put((code & 127) + 1);
  }

  #putTriple(triple: number[]): void {
    const [first = 0, second = 0, third = 0] = triple;
    const value = first * 1600 + second * 40 + third + 1;
    this.#put(value >> 8);
    this.#put(value & 255);
    triple.length = 0;
  }

  #putQuad(quad: number[]): void {
    const [first = 0, second = 0, third = 0, fourth = 0] = quad;
    const bits = (first << 18) | (second << 12) | (third << 6) | fourth;
    for (let index = 0; index < Math.min(3, quad.length); index += 1) this.#put((bits >> (16 - 8 * index)) & 255);
    quad.length = 0;
  }

  /** ISO/IEC 16022, annex B.2. */
  #putScrambled(byte: number): void {
    this.#put((byte + ((149 * (this.#count + 1)) % 255) + 1) % 256);
  }

  /** Padding is scrambled, except for its first codeword, so that it forms no regular pattern (ISO/IEC 16022, annex B.1). */
  #pad(length: number): void {
    if (this.#count < length) this.#put(PADDING);
    while (this.#count < length) {
      const scrambled = PADDING + ((149 * (this.#count + 1)) % 253) + 1;
      this.#put(scrambled > 254 ? scrambled - 254 : scrambled);
    }
  }

  /** Counts codewords beyond the capacity of the largest symbol, so that no size fits. */
  #put(codeword: number): void {
    if (this.#count < MAX_CODEWORDS) this.#codewords[this.#count] = codeword;
    this.#count += 1;
  }
}

function asciiLength(code: number): number {
  return code > 127 && code !== FNC1 ? 2 : 1;
}
