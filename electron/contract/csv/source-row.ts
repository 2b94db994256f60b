/** A row of a file, with the line on which it starts, from 1. */
export interface SourceRow {
  line: number;
  cells: string[];
  /** The faults of its cells, counted from 1. */
  faults?: CellFault[];
}

export interface CellFault {
  cell: number;
  kind: ExcelCellFault;
}

/** Why a cell of a workbook must not be printed: a formula error, or a number of which Excel has dropped digits. */
export type ExcelCellFault = 'excelError' | 'excelDigits';

/** A batch of rows, and the share of the file that has been read, from 0 to 1. */
export interface RowBatch {
  rows: SourceRow[];
  share: number;
}

export type UnreadableKind = 'encoding' | 'quoteStray' | 'quoteInside' | 'quoteOpen' | 'nul' | 'endless' | WorkbookFault;

/** Why a workbook cannot be read: older than .xlsx or protected, damaged, or too large. */
export type WorkbookFault = 'excelOld' | 'excelBroken' | 'excelTooLarge';

/** Thrown if a file cannot be read as rows from a line on. */
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
