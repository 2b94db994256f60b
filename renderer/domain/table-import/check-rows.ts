import { SeenKeys } from './seen-keys.ts';
import { UnreadableError, type ExcelCellFault, type RowBatch, type SourceRow, type UnreadableKind } from '#contract/csv/source-row.ts';

/** The number of rows in the preview. */
const PREVIEW_ROWS = 20;
/** The number of faults and duplicate keys that are shown; all are counted. */
const SHOWN_LIMIT = 100;
/** The number of lines that are listed per key. */
const LINES_NAMED = 10;
/** The controller's limit of characters in a cell. */
const CELL_LIMIT = 100_000;

export type LineFault =
  | { line: number; kind: 'cells'; found: number; expected: number }
  | { line: number; kind: 'tooLong' | ExcelCellFault; cell: number }
  | { line: number; kind: UnreadableKind };

/** A key of several rows; `count` is their number, `lines` the first of them. */
export interface DoubleKey {
  key: string;
  lines: number[];
  count: number;
}

/** The findings so far. */
export interface FileCheck {
  columns: string[];
  /** The first rows. */
  preview: SourceRow[];
  rowCount: number;
  faults: LineFault[];
  faultCount: number;
  doubles: DoubleKey[];
  /** The number of duplicate keys, including ones not shown; those count once per repetition. */
  doubleCount: number;
  /** The share of the file that has been read, from 0 to 1. */
  share: number;
}

/** Checks a file and yields the findings after each batch. The first row has the column names. */
export async function* checkFile(batches: AsyncIterable<RowBatch>, keyColumn: number): AsyncGenerator<FileCheck> {
  const check = new Check(keyColumn);
  try {
    for await (const { rows, share } of batches) {
      for (const row of rows) check.row(row);
      yield check.state(share);
    }
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    check.fault({ line: error.line, kind: error.kind });
  }
  yield check.state(1);
}

class Check {
  readonly #keyColumn: number;
  readonly #seen = new SeenKeys();
  readonly #doubles = new Map<string, DoubleKey>();
  readonly #faults: LineFault[] = [];
  readonly #preview: SourceRow[] = [];
  #columns: string[] | undefined;
  #rowCount = 0;
  #faultCount = 0;
  #doubleCount = 0;

  constructor(keyColumn: number) {
    this.#keyColumn = keyColumn;
  }

  row(row: SourceRow): void {
    for (const fault of row.faults ?? []) this.fault({ line: row.line, ...fault });
    if (!this.#columns) {
      this.#columns = row.cells;
      return;
    }
    this.#rowCount += 1;
    if (this.#preview.length < PREVIEW_ROWS) this.#preview.push(row);
    const { line, cells } = row;
    const expected = this.#columns.length;
    if (cells.length !== expected) this.fault({ line, kind: 'cells', found: cells.length, expected });
    const tooLong = cells.findIndex((cell) => cell.length > CELL_LIMIT);
    if (tooLong >= 0) this.fault({ line, kind: 'tooLong', cell: tooLong + 1 });
    this.#key(cells[this.#keyColumn], line);
  }

  fault(fault: LineFault): void {
    this.#faultCount += 1;
    if (this.#faults.length < SHOWN_LIMIT) this.#faults.push(fault);
  }

  state(share: number): FileCheck {
    return {
      columns: this.#columns ?? [],
      preview: [...this.#preview],
      rowCount: this.#rowCount,
      faults: [...this.#faults],
      faultCount: this.#faultCount,
      doubles: [...this.#doubles.values()],
      doubleCount: this.#doubleCount,
      share,
    };
  }

  /** An empty cell cannot be searched for, so it is not a key. */
  #key(key: string | undefined, line: number): void {
    if (key === undefined || key === '') return;
    const first = this.#seen.see(key, line);
    if (first === undefined) return;
    const duplicate = this.#doubles.get(key);
    if (duplicate) {
      duplicate.count += 1;
      if (duplicate.lines.length < LINES_NAMED) duplicate.lines.push(line);
      return;
    }
    this.#doubleCount += 1;
    if (this.#doubles.size < SHOWN_LIMIT) this.#doubles.set(key, { key, lines: [first, line], count: 2 });
  }
}
