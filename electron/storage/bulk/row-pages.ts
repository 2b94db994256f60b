/** Texts in the UTF-8 bytes that hold them, row after row, each row with as many. */
export interface Texts {
  bytes: Uint8Array;
  /** Where every text begins and where it ends. */
  bounds: Int32Array;
  /** How many texts a row has. */
  width: number;
  rowCount: number;
}

/** The largest pages that SQLite has: few of them hold what is copied at a time, so that one root is above them all. */
export const PAGE_SIZE = 65_536;
/** What is written of a row that is longer lies on further pages. Such rows are rare, and are left to SQLite. */
const LONGEST_PAYLOAD = PAGE_SIZE - 35;
/** What is copied at a time: some 2 ms. */
const MOST_LEAVES = 8;

const ROOT = 1;
const FIRST_LEAF = 2;
const LEAF = { kind: 13, headerSize: 8 };
const BRANCH = { kind: 5, headerSize: 12, rightmost: 8 };
/** Places in the header of a page, and in that of the file. */
const AT = { cellCount: 3, contentStart: 5, changeCounter: 24, pageCount: 28, versionValidFor: 92 };
/** A text of so many bytes has the type `13 + 2 * bytes`. */
const EMPTY_TEXT = 13;
/** Up to here it is faster to copy byte by byte. */
const SHORT_TEXT = 32;

/**
 * Pages of an SQLite database, filled with rows as its file format (https://www.sqlite.org/fileformat2.html) describes them: a table with an
 * `INTEGER PRIMARY KEY` and texts behind it. To hand SQLite a million rows cell by cell takes longer than all that it does with them; from
 * such a database it copies whole rows.
 */
export class RowPages {
  /** The header of the file, the root, and the leaves. */
  readonly #image = new Uint8Array((FIRST_LEAF + MOST_LEAVES) * PAGE_SIZE);
  readonly #view = new DataView(this.#image.buffer);
  /** The number of the last row of every leaf. */
  #lastRows: number[] = [];
  #cells = 0;
  /** Where the present leaf lies, and where its content begins. */
  #leaf = 0;
  #content = 0;
  #changes: number;

  /** `firstPage` is that of an empty database with the table, whose root is the second page. */
  constructor(firstPage: Uint8Array) {
    this.#image.set(firstPage.subarray(0, PAGE_SIZE));
    this.#changes = this.#view.getUint32(AT.changeCounter);
  }

  /**
   * Adds the row whose first text is at the bound `first`, and whose number is higher than those before. It is not added when there is no more
   * room, and when it has to be left to SQLite.
   */
  add(texts: Texts, first: number, row: number): 'added' | 'full' | 'too long' {
    const { bounds, width } = texts;
    const end = first + 2 * width;
    const header = headerSizeOf(bounds, first, end);
    const payload = header + bodySizeOf(bounds, first, end);
    if (payload > LONGEST_PAYLOAD) return 'too long';
    const size = varintSize(payload) + varintSize(row) + payload;
    if (!this.#makeRoom(size)) return 'full';
    this.#content -= size;
    this.#point(row);
    let at = this.#putVarint(this.#leaf + this.#content, payload);
    at = this.#putVarint(at, row);
    at = this.#putVarint(at, header);
    // The number of the row stands in front; in its column there is nothing.
    this.#image[at] = 0;
    at += 1;
    for (let bound = first; bound < end; bound += 2) {
      at = this.#putVarint(at, EMPTY_TEXT + 2 * ((bounds[bound + 1] ?? 0) - (bounds[bound] ?? 0)));
    }
    this.#putTexts(at, texts, first);
    return 'added';
  }

  /** The database with the rows that were added since this was last asked for. It is good until the next row is added. */
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

  #makeRoom(size: number): boolean {
    if (this.#lastRows.length > 0 && this.#content - size >= LEAF.headerSize + 2 * (this.#cells + 1)) return true;
    if (this.#lastRows.length === MOST_LEAVES) return false;
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

  /** Notes in the leaf that another row begins its content. */
  #point(row: number): void {
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
      if (size < SHORT_TEXT) for (let place = 0; place < size; place += 1) image[at + place] = bytes[from + place] ?? 0;
      else image.set(bytes.subarray(from, from + size), at);
      at += size;
    }
  }

  /** Every leaf but the last has a cell in the root: its page, counted from 1, and its last row. */
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

  /** Writes a number of up to 28 bits, and gives the place behind it. */
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

/** The size of the header of a row's record, which counts itself: a type for the number of the row, and one for every text. */
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
