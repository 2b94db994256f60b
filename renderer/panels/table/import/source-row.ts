/** A row of a file, with the line on which it begins, from 1 as editors count. */
export interface SourceRow {
  line: number;
  cells: string[];
  /** What is wrong with cells, counted from 1. */
  faults?: CellFault[];
}

export interface CellFault {
  cell: number;
  kind: ExcelCellFault;
}

/** Why a cell of a workbook must not be printed: an error of a formula, or a number of which Excel has already lost digits. */
export type ExcelCellFault = 'excelError' | 'excelDigits';

/** Rows as they are read, and the share of the file that has been read, 0 to 1. */
export interface RowBatch {
  rows: SourceRow[];
  share: number;
}

export type UnreadableKind = 'encoding' | 'quoteStray' | 'quoteInside' | 'quoteOpen' | 'nul' | 'endless' | WorkbookFault;

/** Why no rows can be had of a workbook: it is of a kind before .xlsx or locked, broken, or too large. */
export type WorkbookFault = 'excelOld' | 'excelBroken' | 'excelTooLarge';

/** From this line on a file cannot be read as rows. */
export class UnreadableError extends Error {
  readonly line: number;
  readonly kind: UnreadableKind;

  constructor(line: number, kind: UnreadableKind, cause?: unknown) {
    super(`line ${line}: ${kind}`, { cause });
    this.name = 'UnreadableError';
    this.line = line;
    this.kind = kind;
  }
}
