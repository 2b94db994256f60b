/** A row of a file, with the line on which it begins, from 1 as editors count. */
export interface SourceRow {
  line: number;
  cells: string[];
}

/** Rows as they are read, and the share of the file that has been read, 0 to 1. */
export interface RowBatch {
  rows: SourceRow[];
  share: number;
}

export type UnreadableKind = 'encoding' | 'quoteStray' | 'quoteInside' | 'quoteOpen' | 'nul' | 'endless';

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
