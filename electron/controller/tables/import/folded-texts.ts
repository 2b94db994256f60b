import type { Texts } from '#storage/bulk/row-pages.ts';
import type { CsvRows } from '../csv/csv-reader.ts';
import { CELL_END, foldedText } from '../rows/folded-text.ts';

const CELL_END_BYTE = CELL_END.charCodeAt(0);
const ASCII_END = 0x80;
/** Maps ASCII letters to upper case, and other bytes to themselves. */
const UPPER = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte));
/** The most bytes that a UTF-16 code unit takes in UTF-8. */
const MAX_BYTES_PER_UNIT = 3;
const GROWTH = 65_536;

/** Appends the text of `foldedRow` to the cells of rows. ASCII is folded as bytes, without creating strings. */
export class FoldedTexts {
  /** The bytes of the cells, followed by those of the folded texts. */
  #bytes = Buffer.alloc(0);
  #end = 0;
  /** How much longer than their cells the folded texts may become in total: some letters have longer capitals. */
  #spare = 0;
  #bounds = new Int32Array();

  /** Valid until the next call. */
  fold(rows: CsvRows): Texts {
    const { bounds: cells, length, rowCount } = rows;
    const width = rowCount === 0 ? 0 : length / rowCount;
    this.#makeRoom(rows);
    const bounds = this.#bounds;
    let to = 0;
    for (let first = 0; first < length; first += width) {
      for (let bound = first; bound < first + width; bound += 1) {
        bounds[to] = cells[bound] ?? 0;
        to += 1;
      }
      bounds[to] = this.#end;
      this.#foldRow(cells, first, first + width);
      bounds[to + 1] = this.#end;
      to += 2;
    }
    return { bytes: this.#bytes, bounds, width: width / 2 + 1, rowCount };
  }

  #makeRoom({ bytes, length, rowCount }: CsvRows): void {
    // An ASCII folded text is as long as its cells with one byte between each two.
    const most = 2 * bytes.length + length / 2;
    if (this.#bytes.length < most) this.#bytes = Buffer.alloc(most + GROWTH);
    this.#bytes.set(bytes);
    this.#end = bytes.length;
    this.#spare = this.#bytes.length - most;
    const bounds = length + 2 * rowCount;
    if (this.#bounds.length < bounds) this.#bounds = new Int32Array(2 * bounds);
  }

  #foldRow(cells: Int32Array, first: number, end: number): void {
    const bytes = this.#bytes;
    let at = this.#end;
    let seen = 0;
    for (let bound = first; bound < end; bound += 2) {
      if (bound > first) {
        bytes[at] = CELL_END_BYTE;
        at += 1;
      }
      const cellEnd = cells[bound + 1] ?? 0;
      for (let from = cells[bound] ?? 0; from < cellEnd; from += 1) {
        const byte = bytes[from] ?? 0;
        seen |= byte;
        bytes[at] = UPPER[byte] ?? 0;
        at += 1;
      }
    }
    if (seen < ASCII_END) this.#end = at;
    else this.#put(foldedText(bytes.toString('utf8', this.#end, at)), at - this.#end);
  }

  /** Writes a text in place of `replaced` bytes of the row. */
  #put(text: string, replaced: number): void {
    const longer = Math.max(0, MAX_BYTES_PER_UNIT * text.length - replaced);
    if (longer > this.#spare) this.#grow(longer);
    const written = this.#bytes.write(text, this.#end);
    this.#spare -= Math.max(0, written - replaced);
    this.#end += written;
  }

  #grow(by: number): void {
    const more = Math.max(by, GROWTH);
    this.#bytes = Buffer.concat([this.#bytes], this.#bytes.length + more);
    this.#spare += more;
  }
}
