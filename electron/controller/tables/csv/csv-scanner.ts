import { csvFault } from './csv-fault.ts';
import { lineEnds } from './utf8-text.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;

/** In place of where a row or a cell ends: it goes on in bytes that are not there yet. */
const UNFINISHED = -1;
const FEWEST_BOUNDS = 1_024;

/** Cells in the bytes that hold them, row after row. */
export interface CellBounds {
  bytes: Uint8Array;
  /** Where every cell begins and where it ends. */
  bounds: Int32Array;
  /** How many of the bounds are set. */
  length: number;
}

/** Looks at a row before it counts: its cells are those from the bound `first` on, and it begins on this line. */
export type RowCheck = (found: CellBounds, first: number, line: number) => void;

/**
 * Finds the cells of CSV after RFC 4180 in UTF-8 bytes. CR LF, LF and CR each end a line, and a blank line is no row. Throws `csv-broken`
 * for a quotation mark at the wrong place.
 */
export class CsvScanner {
  readonly #delimiter: number;
  readonly #check: RowCheck;
  /** 1 for each byte with which a cell without quotation marks ends, or is broken. */
  readonly #stops = new Uint8Array(256);
  #found: CellBounds = { bytes: new Uint8Array(), bounds: new Int32Array(), length: 0 };
  #isLast = false;
  #line = 1;
  /** The cells of the present row that have quotation marks around them, by their first bound, and whether there are doubled ones inside. */
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
   * Finds the rows that are complete, and tells how many bytes they take: the rest is given again, in front of what follows it. The bytes belong
   * to the rows from then on, and doubled quotation marks are made single in them.
   */
  scan(bytes: Uint8Array, isLast: boolean): { found: CellBounds; taken: number } {
    this.#found = { bytes, bounds: new Int32Array(Math.max(FEWEST_BOUNDS, this.#found.length)), length: 0 };
    this.#isLast = isLast;
    let taken = 0;
    while (taken < bytes.length) {
      const end = isLineEnd(bytes[taken]) ? this.#blankLine(taken) : this.#row(taken);
      if (end === UNFINISHED) break;
      taken = end;
    }
    return { found: this.#found, taken };
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
      else this.#check(found, first, this.#pass());
      if (this.#quoted.length > 0) this.#quoted = [];
      return end;
    }
  }

  /** Where the line after this one begins; after the last one where the bytes end. */
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
    if (bytes[end] === QUOTE) throw this.#fault('has a quotation mark in a cell that does not begin with one');
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

  /** Goes on to the line after the row, and gives the one on which it begins. */
  #pass(): number {
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
