import { sniffDelimiter } from '#contract/csv/sniff-delimiter.ts';
import { tableSchema } from '#contract/api-v3/table.ts';
import { csvFault, csvFileFault } from './csv-fault.ts';
import { CsvScanner, type CellBounds } from './csv-scanner.ts';
import { ROW_LIMIT } from './line-blocks.ts';
import { lineEnds, Utf8Text } from './utf8-text.ts';

/** Rows found in a block of a file, each with as many cells as the table has columns. */
export interface CsvRows extends CellBounds {
  rowCount: number;
}

/** The same limits as in `tableSchema`. */
const CELL_LIMIT = 100_000;
const COLUMN_LIMIT = 1_000;

/**
 * Reads a CSV file (RFC 4180) block by block and returns the bounds of its cells. Detects the delimiter, and the encoding if none is
 * declared. Blank lines are skipped, also in tables with one column, where an empty cell is written as `""`. Throws `csv-broken` with the
 * line of the first fault.
 * Own code, because RFC 4180 libraries create a string for every cell, which takes longer for a million rows than storing them.
 */
export class CsvReader {
  readonly #text: Utf8Text;
  #scanner: CsvScanner | undefined;
  #columns: string[] | undefined;
  /** The bytes of an incomplete row and of what follows it. */
  #rest: Uint8Array[] = [];
  #restSize = 0;
  /** An incomplete row is scanned again when its bytes have doubled, so that a long row is not scanned over and over. */
  #enough = 0;

  /** `charset` is the declared encoding, as `TextDecoder` names it. */
  constructor(charset?: string) {
    this.#text = new Utf8Text(charset);
  }

  /** The first row; undefined until it is complete. */
  get columns(): readonly string[] | undefined {
    return this.#columns;
  }

  /** The rows that this block completes. Blocks end with a line where the encoding allows it. */
  take(block: Uint8Array): CsvRows {
    return this.#read(
      this.#text.take(block, () => this.#lineOfBlock()),
      false,
    );
  }

  /** The rows at the end of the file. */
  end(): CsvRows {
    const rows = this.#read(
      this.#text.end(() => this.#lineOfBlock()),
      true,
    );
    if (!this.#columns) throw csvFileFault('The file is empty: its first line must name the columns.');
    return rows;
  }

  #read(text: Uint8Array, isLast: boolean): CsvRows {
    this.#rest.push(text);
    this.#restSize += text.length;
    if (!isLast && this.#restSize < this.#enough) return NO_ROWS;
    const bytes = this.#rest.length === 1 ? text : Buffer.concat(this.#rest);
    const columns = this.#columns;
    const { found, consumed } = this.#scannerFor(bytes).scan(bytes, isLast);
    const rest = bytes.subarray(consumed);
    if (rest.length > ROW_LIMIT) throw this.#endless();
    this.#rest = rest.length === 0 ? [] : [new Uint8Array(rest)];
    this.#restSize = rest.length;
    this.#enough = Math.min(2 * rest.length, ROW_LIMIT + 1);
    return columns ? this.#rows(found) : this.#rows(withoutFirst(found, this.#width));
  }

  #rows(found: CellBounds): CsvRows {
    return { ...found, rowCount: found.length / 2 / Math.max(1, this.#width) };
  }

  #scannerFor(bytes: Uint8Array): CsvScanner {
    return (this.#scanner ??= new CsvScanner(sniffDelimiter(textOf(bytes)), (found, first, line) => this.#checkRow(found, first, line)));
  }

  get #width(): number {
    return this.#columns?.length ?? 0;
  }

  #checkRow(found: CellBounds, first: number, line: number): void {
    if (!this.#columns) {
      this.#columns = checkedColumns(found, first, line);
      return;
    }
    const cells = (found.length - first) / 2;
    if (cells !== this.#columns.length) {
      throw csvFault(line, `has ${counted(cells, 'cell')} where the table has ${counted(this.#columns.length, 'column')}`);
    }
    const { bounds, length } = found;
    if ((bounds[length - 1] ?? 0) - (bounds[first] ?? 0) > CELL_LIMIT) checkCells(found, first, line);
  }

  #endless(): Error {
    return csvFault(
      this.#scanner?.line ?? 1,
      `begins a row that is longer than ${ROW_LIMIT / 1024 / 1024} MiB; a quotation mark may be missing`,
    );
  }

  #lineOfBlock(): number {
    return (this.#scanner?.line ?? 1) + this.#rest.reduce((lines, text) => lines + lineEnds(text), 0);
  }
}

const NO_ROWS: CsvRows = { bytes: new Uint8Array(), bounds: new Int32Array(), length: 0, rowCount: 0 };

/** The cells of these rows as text. */
export function* cellsOf({ bytes, bounds, length, rowCount }: CsvRows): Generator<string[]> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const width = length / rowCount;
  for (let first = 0; first < length; first += width) {
    const cells: string[] = [];
    for (let bound = first; bound < first + width; bound += 2) cells.push(text.toString('utf8', bounds[bound], bounds[bound + 1]));
    yield cells;
  }
}

function withoutFirst(found: CellBounds, width: number): CellBounds {
  return { bytes: found.bytes, bounds: found.bounds.subarray(2 * width), length: found.length - 2 * width };
}

function checkedColumns(found: CellBounds, first: number, line: number): string[] {
  const { bytes, bounds } = found;
  // One more than the limit is enough to be refused.
  const length = Math.min(found.length - first, 2 * (COLUMN_LIMIT + 1));
  const columns = [...cellsOf({ bytes, bounds: bounds.subarray(first, first + length), length, rowCount: 1 })].flat();
  const nameless = columns.slice(0, COLUMN_LIMIT).indexOf('');
  if (nameless >= 0) throw csvFault(line, `column ${nameless + 1} has no name`);
  const { error } = tableSchema.safeParse({ columns, rows: [] });
  const issue = error?.issues[0];
  if (issue) throw csvFault(line, issue.message, error);
  return columns;
}

function checkCells({ bytes, bounds, length }: CellBounds, first: number, line: number): void {
  for (let bound = first; bound < length; bound += 2) {
    const start = bounds[bound] ?? 0;
    const end = bounds[bound + 1] ?? 0;
    // The limit is in characters, which are never more than the bytes.
    if (end - start <= CELL_LIMIT || textOf(bytes.subarray(start, end)).length <= CELL_LIMIT) continue;
    throw csvFault(line, `cell ${(bound - first) / 2 + 1} has more than 100 000 characters`);
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
