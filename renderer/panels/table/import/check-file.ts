import { SeenKeys } from './seen-keys.ts';
import { UnreadableError, type ExcelCellFault, type RowBatch, type SourceRow, type UnreadableKind } from './source-row.ts';

/** Rows that are shown before anything is sent. */
const PREVIEW_ROWS = 20;
/** Faults and double keys that are shown; all are counted. */
const SHOWN_LIMIT = 100;
/** Lines that are named for one key. */
const LINES_NAMED = 10;
/** The limit of the controller. */
const CELL_LIMIT = 100_000;

export type LineFault =
  | { line: number; kind: 'cells'; found: number; expected: number }
  | { line: number; kind: 'tooLong' | ExcelCellFault; cell: number }
  | { line: number; kind: UnreadableKind };

/** A key that stands in several rows; `count` says in how many, `lines` names the first of them. */
export interface DoubleKey {
  key: string;
  lines: number[];
  count: number;
}

/** What is known of a file so far. */
export interface FileCheck {
  columns: string[];
  /** The first rows. */
  preview: SourceRow[];
  rowCount: number;
  faults: LineFault[];
  faultCount: number;
  doubles: DoubleKey[];
  /** How many keys stand more than once, shown or not; those that are not shown count once per repetition. */
  doubleCount: number;
  /** Share of the file that was read, 0 to 1. */
  share: number;
}

/** Looks through a file once and gives what is known after each batch: the first row names the columns. */
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

  /** An empty cell finds nothing, so it is no key. */
  #key(key: string | undefined, line: number): void {
    if (key === undefined || key === '') return;
    const first = this.#seen.see(key, line);
    if (first === undefined) return;
    const known = this.#doubles.get(key);
    if (known) {
      known.count += 1;
      if (known.lines.length < LINES_NAMED) known.lines.push(line);
      return;
    }
    this.#doubleCount += 1;
    if (this.#doubles.size < SHOWN_LIMIT) this.#doubles.set(key, { key, lines: [first, line], count: 2 });
  }
}
