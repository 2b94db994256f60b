/** A row of a job by its position, from 0, and how many copies of it are wanted: null = without end, never 0. */
export interface RowAhead {
  position: number;
  copies: number | null;
}

/** Where a job stands: the rows of the present round that are over, and the copies of the present one that were started. */
export interface Place {
  cursor: number;
  rowStarted: number;
}

/** The copy that comes next at a job's place: which one of its row, from 1. */
export interface CopyAhead extends RowAhead {
  copy: number;
}

/** A job's rows: what there is at a position or behind it. */
export interface RowsAhead {
  find: (from: number) => Promise<RowAhead | undefined>;
  /** After the last row comes the first again. */
  isRepeated: boolean;
}

/** Undefined when the job is at its end. A place may stand on a row of which nothing is wanted any more: it is left behind. */
export async function copyAhead({ cursor, rowStarted }: Place, rows: RowsAhead): Promise<CopyAhead | undefined> {
  const here = await rows.find(cursor);
  if (here && here.position > cursor) return { ...here, copy: 1 };
  if (here && (here.copies === null || rowStarted < here.copies)) return { ...here, copy: rowStarted + 1 };
  const next = (here && (await rows.find(cursor + 1))) ?? (rows.isRepeated ? await rows.find(0) : undefined);
  return next && { ...next, copy: 1 };
}

/** Where the job stands once this copy was started. */
export function placeAfter({ position, copies, copy }: CopyAhead): Place {
  return copies === null || copy < copies ? { cursor: position, rowStarted: copy } : { cursor: position + 1, rowStarted: 0 };
}

/** Where the job stands before this copy. */
export function placeBefore({ position, copy }: CopyAhead): Place {
  return { cursor: position, rowStarted: copy - 1 };
}
