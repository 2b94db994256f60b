import { csvFault } from './csv-fault.ts';
import { lineEnds } from './utf8-text.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;

/** The end of a row or cell whose bytes have not arrived. */
const UNFINISHED = -1;
const MIN_BOUNDS = 1_024;

/** The bounds of cells in the bytes that contain them, row after row. */
export interface CellBounds {
  bytes: Uint8Array;
  /** Start and end of every cell in turn. */
  bounds: Int32Array;
  /** How many of the bounds are set. */
  length: number;
}

/** Checks a row before it is accepted: its cells begin at the bound `first`, and it begins on `line`. */
export type RowCheck = (found: CellBounds, first: number, line: number) => void;

/**
 * Finds the cells of CSV (RFC 4180) in UTF-8 bytes. CR LF, LF and CR each end a line, and blank lines are skipped. Throws `csv-broken` for
 * a misplaced quotation mark.
 */
export class CsvScanner {
  readonly #delimiter: number;
  readonly #check: RowCheck;
  /** 1 for each byte that ends an unquoted cell, or is invalid in it. */
  readonly #stops = new Uint8Array(256);
  #found: CellBounds = { bytes: new Uint8Array(), bounds: new Int32Array(), length: 0 };
  #isLast = false;
  #line = 1;
  /** The quoted cells of the current row by their first bound, and whether they contain doubled quotation marks. */
  #quoted: { cell: number; isDoubled: boolean }[] = [];

  constructor(delimiter: string, check: RowCheck) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#check = check;
    for (const stop of [this.#delimiter, LINE_FEED, CARRIAGE_RETURN, QUOTE]) this.#stops[stop] = 1;
  }

  /** The line on which the next row begins, from 1. */
  get line(): number {
    return this.#line;
  }

  /**
   * Finds the complete rows and returns how many bytes they use; pass the rest again with the bytes that follow. The rows keep references
   * to the bytes, in which doubled quotation marks are collapsed in place.
   */
  scan(bytes: Uint8Array, isLast: boolean): { found: CellBounds; consumed: number } {
    this.#found = { bytes, bounds: new Int32Array(Math.max(MIN_BOUNDS, this.#found.length)), length: 0 };
    this.#isLast = isLast;
    let consumed = 0;
    while (consumed < bytes.length) {
      const end = isLineEnd(bytes[consumed]) ? this.#blankLine(consumed) : this.#row(consumed);
      if (end === UNFINISHED) break;
      consumed = end;
    }
    return { found: this.#found, consumed };
  }

  #blankLine(at: number): number {
    const end = this.#lineEnd(at);
    if (end !== UNFINISHED) this.#line += 1;
    return end;
  }

  #row(start: number): number {
    const found = this.#found;
    const { bytes } = found;
    const first = found.length;
    for (let at = start; ; at += 1) {
      at = bytes[at] === QUOTE ? this.#quotedCell(at) : this.#plainCell(at);
      if (at !== UNFINISHED && bytes[at] === this.#delimiter) continue;
      const end = at === UNFINISHED ? UNFINISHED : this.#lineEnd(at);
      if (end === UNFINISHED) found.length = first;
      else this.#check(found, first, this.#nextLine());
      if (this.#quoted.length > 0) this.#quoted = [];
      return end;
    }
  }

  /** The start of the line after this one; the end of the bytes for the last one. */
  #lineEnd(at: number): number {
    const { bytes } = this.#found;
    if (at === bytes.length || (bytes[at] === CARRIAGE_RETURN && at + 1 === bytes.length)) return this.#isLast ? bytes.length : UNFINISHED;
    return bytes[at] === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED ? at + 2 : at + 1;
  }

  #plainCell(start: number): number {
    const { bytes } = this.#found;
    const stops = this.#stops;
    const { length } = bytes;
    let end = start;
    while (end < length && stops[bytes[end] ?? 0] === 0) end += 1;
    if (bytes[end] === QUOTE) throw this.#fault('has a quotation mark in an unquoted cell');
    this.#add(start, end);
    return end;
  }

  #quotedCell(quote: number): number {
    const { bytes } = this.#found;
    let end = bytes.indexOf(QUOTE, quote + 1);
    let isDoubled = false;
    while (end >= 0 && bytes[end + 1] === QUOTE) {
      isDoubled = true;
      end = bytes.indexOf(QUOTE, end + 2);
    }
    if (end < 0 && this.#isLast) throw this.#fault('begins a row with a quotation mark that is never closed');
    if (end < 0 || (end + 1 === bytes.length && !this.#isLast)) return UNFINISHED;
    if (end + 1 < bytes.length && bytes[end + 1] !== this.#delimiter && !isLineEnd(bytes[end + 1])) {
      throw this.#fault('begins a row with a quotation mark inside a quoted cell; it must be doubled there');
    }
    this.#quoted.push({ cell: this.#found.length, isDoubled });
    this.#add(quote + 1, end);
    return end + 1;
  }

  #add(start: number, end: number): void {
    const found = this.#found;
    if (found.length + 2 > found.bounds.length) {
      const bounds = new Int32Array(2 * found.bounds.length);
      bounds.set(found.bounds);
      found.bounds = bounds;
    }
    found.bounds[found.length] = start;
    found.bounds[found.length + 1] = end;
    found.length += 2;
  }

  /** Advances to the line after the row, and returns the line on which the row begins. */
  #nextLine(): number {
    const line = this.#line;
    this.#line += 1;
    for (const { cell, isDoubled } of this.#quoted) {
      this.#line += this.#linesWithin(cell);
      if (isDoubled) this.#makeSingle(cell);
    }
    return line;
  }

  #linesWithin(cell: number): number {
    const { bytes, bounds } = this.#found;
    return lineEnds(bytes.subarray(bounds[cell], bounds[cell + 1]));
  }

  #makeSingle(cell: number): void {
    const { bytes, bounds } = this.#found;
    const end = bounds[cell + 1] ?? 0;
    let to = bounds[cell] ?? 0;
    for (let from = to; from < end; from += 1) {
      bytes[to] = bytes[from] ?? 0;
      to += 1;
      if (bytes[from] === QUOTE) from += 1;
    }
    bounds[cell + 1] = to;
  }

  #fault(fault: string): Error {
    return csvFault(this.#line, fault);
  }
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LINE_FEED || byte === CARRIAGE_RETURN;
}
