/** The texts of rows as UTF-8, row by row, with the same number of texts in each row. */
export interface Texts {
  bytes: Uint8Array;
  /** Start and end offset of each text. */
  bounds: Int32Array;
  /** Texts per row. */
  width: number;
  rowCount: number;
}

/** SQLite's largest page size: a batch fits into few pages, below one root page. */
export const PAGE_SIZE = 65_536;
/** A longer payload needs overflow pages. Such rows are rare, and are inserted by SQLite. */
const LONGEST_PAYLOAD = PAGE_SIZE - 35;
/** Leaf pages in a batch, which SQLite copies in about 2 ms. */
const MAX_LEAVES = 8;

const ROOT = 1;
const FIRST_LEAF = 2;
const LEAF = { kind: 13, headerSize: 8 };
const BRANCH = { kind: 5, headerSize: 12, rightmost: 8 };
/** Offsets in the page header and in the file header. */
const AT = { cellCount: 3, contentStart: 5, changeCounter: 24, pageCount: 28, versionValidFor: 92 };
/** Serial type of an empty text. A text of n bytes has the serial type 13 + 2n. */
const EMPTY_TEXT = 13;
/** Shorter texts are faster to copy byte by byte. */
const SHORT_TEXT = 32;

/**
 * Writes rows as pages of an SQLite database file (https://www.sqlite.org/fileformat2.html), for a table with an `INTEGER PRIMARY KEY` and text columns.
 * SQLite copies whole records from such a file, which is much faster than binding a million rows value by value.
 */
export class RowPages {
  /** First page, root page and leaf pages. */
  readonly #image = new Uint8Array((FIRST_LEAF + MAX_LEAVES) * PAGE_SIZE);
  readonly #view = new DataView(this.#image.buffer);
  /** Last row number of each leaf. */
  #lastRows: number[] = [];
  #cells = 0;
  /** Offset of the current leaf, and offset of its cell content in it. */
  #leaf = 0;
  #content = 0;
  #changes: number;

  /** `firstPage` is the first page of an empty database with the table, whose root page is the second one. */
  constructor(firstPage: Uint8Array) {
    this.#image.set(firstPage.subarray(0, PAGE_SIZE));
    this.#changes = this.#view.getUint32(AT.changeCounter);
  }

  /**
   * Adds the row whose first text has the bound at index `first`. Row numbers must increase. Returns `full` when the batch has no space for it, and
   * `too long` for a row that SQLite has to insert.
   */
  add(texts: Texts, first: number, row: number): 'added' | 'full' | 'too long' {
    const { bounds, width } = texts;
    const end = first + 2 * width;
    const header = headerSizeOf(bounds, first, end);
    const payload = header + bodySizeOf(bounds, first, end);
    if (payload > LONGEST_PAYLOAD) return 'too long';
    const size = varintSize(payload) + varintSize(row) + payload;
    if (!this.#reserve(size)) return 'full';
    this.#content -= size;
    this.#addCellPointer(row);
    let at = this.#putVarint(this.#leaf + this.#content, payload);
    at = this.#putVarint(at, row);
    at = this.#putVarint(at, header);
    // The column of the row number is NULL in the record (serial type 0): SQLite reads the rowid instead.
    this.#image[at] = 0;
    at += 1;
    for (let bound = first; bound < end; bound += 2) {
      at = this.#putVarint(at, EMPTY_TEXT + 2 * ((bounds[bound + 1] ?? 0) - (bounds[bound] ?? 0)));
    }
    this.#putTexts(at, texts, first);
    return 'added';
  }

  /** Returns the database file with the rows added since the last call. Valid until the next `add`. */
  take(): Uint8Array {
    const leaves = this.#lastRows.length;
    const isOneLeaf = leaves <= 1;
    if (leaves === 0) this.#beginLeaf(ROOT);
    else if (isOneLeaf) this.#image.copyWithin(ROOT * PAGE_SIZE, FIRST_LEAF * PAGE_SIZE, (FIRST_LEAF + 1) * PAGE_SIZE);
    else this.#putRoot(leaves);
    const pages = isOneLeaf ? FIRST_LEAF : FIRST_LEAF + leaves;
    this.#changes += 1;
    this.#view.setUint32(AT.changeCounter, this.#changes);
    this.#view.setUint32(AT.versionValidFor, this.#changes);
    this.#view.setUint32(AT.pageCount, pages);
    this.#lastRows = [];
    this.#content = 0;
    return this.#image.subarray(0, pages * PAGE_SIZE);
  }

  /** Starts another leaf if the cell does not fit into the current one. Returns false when the batch is full. */
  #reserve(size: number): boolean {
    if (this.#lastRows.length > 0 && this.#content - size >= LEAF.headerSize + 2 * (this.#cells + 1)) return true;
    if (this.#lastRows.length === MAX_LEAVES) return false;
    this.#beginLeaf(FIRST_LEAF + this.#lastRows.length);
    this.#lastRows.push(0);
    return true;
  }

  #beginLeaf(page: number): void {
    this.#leaf = page * PAGE_SIZE;
    this.#cells = 0;
    this.#content = PAGE_SIZE;
    this.#image.fill(0, this.#leaf, this.#leaf + LEAF.headerSize);
    this.#image[this.#leaf] = LEAF.kind;
  }

  /** Adds the pointer to a cell at the start of the cell content. */
  #addCellPointer(row: number): void {
    const view = this.#view;
    view.setUint16(this.#leaf + LEAF.headerSize + 2 * this.#cells, this.#content);
    this.#cells += 1;
    view.setUint16(this.#leaf + AT.cellCount, this.#cells);
    view.setUint16(this.#leaf + AT.contentStart, this.#content);
    this.#lastRows[this.#lastRows.length - 1] = row;
  }

  #putTexts(start: number, { bytes, bounds, width }: Texts, first: number): void {
    const image = this.#image;
    let at = start;
    for (let bound = first; bound < first + 2 * width; bound += 2) {
      const from = bounds[bound] ?? 0;
      const size = (bounds[bound + 1] ?? 0) - from;
      if (size < SHORT_TEXT) for (let index = 0; index < size; index += 1) image[at + index] = bytes[from + index] ?? 0;
      else image.set(bytes.subarray(from, from + size), at);
      at += size;
    }
  }

  /** The root has a cell for each leaf except the last: page number (from 1) and last row number. */
  #putRoot(leaves: number): void {
    const root = ROOT * PAGE_SIZE;
    const view = this.#view;
    this.#image.fill(0, root, root + BRANCH.headerSize);
    this.#image[root] = BRANCH.kind;
    let content = PAGE_SIZE;
    for (const [leaf, row] of this.#lastRows.slice(0, -1).entries()) {
      content -= 4 + varintSize(row);
      view.setUint32(root + content, FIRST_LEAF + leaf + 1);
      this.#putVarint(root + content + 4, row);
      view.setUint16(root + BRANCH.headerSize + 2 * leaf, content);
    }
    view.setUint16(root + AT.cellCount, leaves - 1);
    view.setUint16(root + AT.contentStart, content);
    view.setUint32(root + BRANCH.rightmost, FIRST_LEAF + leaves);
  }

  /** Writes a varint of up to 28 bits, and returns the offset after it. */
  #putVarint(at: number, value: number): number {
    const image = this.#image;
    if (value < 0x80) {
      image[at] = value;
      return at + 1;
    }
    let next = at;
    for (let bits = 7 * (varintSize(value) - 1); bits > 0; bits -= 7) {
      image[next] = 0x80 | ((value >>> bits) & 0x7f);
      next += 1;
    }
    image[next] = value & 0x7f;
    return next + 1;
  }
}

/** Size of a record header, which includes itself: the serial types of the row number and of each text. */
function headerSizeOf(bounds: Int32Array, first: number, end: number): number {
  let types = 1;
  for (let bound = first; bound < end; bound += 2) types += varintSize(EMPTY_TEXT + 2 * ((bounds[bound + 1] ?? 0) - (bounds[bound] ?? 0)));
  return types + (types + 1 < 0x80 ? 1 : 2);
}

function bodySizeOf(bounds: Int32Array, first: number, end: number): number {
  let size = 0;
  for (let bound = first; bound < end; bound += 2) size += (bounds[bound + 1] ?? 0) - (bounds[bound] ?? 0);
  return size;
}

function varintSize(value: number): number {
  if (value < 0x80) return 1;
  if (value < 0x4000) return 2;
  if (value < 0x20_0000) return 3;
  return value < 0x1000_0000 ? 4 : 5;
}
