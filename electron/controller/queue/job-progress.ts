/** A row of a job: its position from 0, and the number of its copies; null without a limit, never 0. */
export interface NextRow {
  position: number;
  copies: number | null;
}

/** The position of a job: the rows of the current pass that are done, and the copies of the current row that were started. */
export interface JobPosition {
  cursor: number;
  rowStarted: number;
}

/** The next copy of a job: `copy` is its number within the row, from 1. */
export interface NextRowCopy extends NextRow {
  copy: number;
}

/** Reads the rows of a job: the first row with copies at or after a position. */
export interface RowSource {
  find: (from: number) => Promise<NextRow | undefined>;
  /** Whether the first row follows the last one. */
  isRepeated: boolean;
}

/** The next copy at a position; undefined at the end of the job. The position may be on a row that has no more copies: it is skipped. */
export async function nextRowCopy({ cursor, rowStarted }: JobPosition, rows: RowSource): Promise<NextRowCopy | undefined> {
  const here = await rows.find(cursor);
  if (here && here.position > cursor) return { ...here, copy: 1 };
  if (here && (here.copies === null || rowStarted < here.copies)) return { ...here, copy: rowStarted + 1 };
  const next = (here && (await rows.find(cursor + 1))) ?? (rows.isRepeated ? await rows.find(0) : undefined);
  return next && { ...next, copy: 1 };
}

/** The position after this copy was started. */
export function positionAfter({ position, copies, copy }: NextRowCopy): JobPosition {
  return copies === null || copy < copies ? { cursor: position, rowStarted: copy } : { cursor: position + 1, rowStarted: 0 };
}

/** The position before this copy. */
export function positionBefore({ position, copy }: NextRowCopy): JobPosition {
  return { cursor: position, rowStarted: copy - 1 };
}
