import { cellEditsSchema, MAX_CELLS, type CellEdits, type RowsPage } from '#contract/api-v3/table.ts';
import { ProblemError } from '#contract/problem.ts';
import type { TableRows } from '../whole-tables/table-rows.ts';
import type { UnsavedEditContent, UnsavedEditDocument } from './unsaved-edit-store.ts';

type Cell = CellEdits['cells'][number];

/** Parses the content of an unsaved edit of cells. Throws `invalid-input`. */
function cellsOf(document: UnsavedEditDocument): CellEdits {
  const read = cellEditsSchema.safeParse(document);
  if (read.success) return read.data;
  throw new ProblemError('invalid-input', { detail: 'The content is not a list of table cells.' }, { cause: read.error });
}

/**
 * Adds edited cells to those that are waiting already: for each cell its latest value, and as base its value before the first edit. Throws
 * `too-many-requests` for more cells than a controller accepts in one request.
 */
export function withCells(before: UnsavedEditContent | undefined, { content, base }: UnsavedEditContent): UnsavedEditContent {
  const [waiting, firstBase] = [before?.content, before?.base].map((document) => (document ? cellsOf(document) : { cells: [] }));
  const [edited, editBase] = [cellsOf(content), cellsOf(base ?? content)];
  const rows = before ? {} : versionOf(editBase);
  const cells = merged(waiting?.cells ?? [], edited.cells);
  if (cells.length > MAX_CELLS) {
    const detail = `${waiting?.cells.length ?? 0} cells of this table are waiting for the controller, which accepts ${MAX_CELLS} at a time.`;
    throw new ProblemError('too-many-requests', { detail });
  }
  return {
    content: { ...versionOf(waiting), ...rows, cells },
    base: { ...versionOf(firstBase), ...rows, cells: merged(editBase.cells, firstBase?.cells ?? []) },
  };
}

/** The controller's values of the cells; null when there is no such table. Cells whose row or column no longer exists are left out. */
export async function readCells(
  tableRows: TableRows,
  place: { connection: string; name: string },
  content: UnsavedEditDocument,
): Promise<UnsavedEditDocument | null> {
  const { cells } = cellsOf(content);
  const pages = new Map<number, RowsPage>();
  for (const row of new Set(cells.map((cell) => cell.row))) {
    const page = await readRow(tableRows, place, row);
    if (!page) return null;
    pages.set(row, page);
  }
  const current = cells.flatMap(({ row, column }): Cell[] => {
    const page = pages.get(row);
    const value = page?.rows[0]?.cells[page.columns.indexOf(column)];
    return value === undefined ? [] : [{ row, column, value }];
  });
  return { ...versionOf([...pages.values()][0]), cells: current };
}

/** A page with one row; undefined when there is no such table. */
async function readRow(tableRows: TableRows, place: { connection: string; name: string }, row: number): Promise<RowsPage | undefined> {
  try {
    return await tableRows.page(place, { offset: row, limit: 1 });
  } catch (error) {
    if (error instanceof ProblemError && error.slug === 'not-found') return undefined;
    throw error;
  }
}

/** Writes the cells. The controller refuses them when one has changed since `current` was read. */
export async function writeCells(
  tableRows: TableRows,
  { connection, name }: { connection: string; name: string },
  { content, current }: { content: UnsavedEditDocument; current: UnsavedEditDocument },
): Promise<void> {
  const now = cellsOf(current);
  const cells = cellsOf(content).cells.map((cell) => {
    const was = now.cells.find((other) => isSame(cell, other))?.value;
    return was === undefined ? cell : { ...cell, was };
  });
  await tableRows.editCells({ connection, name }, { ...versionOf(now), cells });
}

/** Both lists, sorted by row and column. For a cell in both, the value of `later` is used. */
function merged(cells: readonly Cell[], later: readonly Cell[]): Cell[] {
  const others = cells.filter((cell) => !later.some((other) => isSame(cell, other)));
  return [...others, ...later]
    .map(({ row, column, value }) => ({ row, column, value }))
    .sort((one, other) => one.row - other.row || (one.column < other.column ? -1 : 1));
}

function isSame(cell: Cell, other: Cell): boolean {
  return cell.row === other.row && cell.column === other.column;
}

function versionOf(rows: { rowsVersion?: string | undefined } | undefined): { rowsVersion?: string } {
  return rows?.rowsVersion === undefined ? {} : { rowsVersion: rows.rowsVersion };
}
