import { cellEditsSchema, MOST_CELLS, rowsPageSchema, type CellEdits, type RowsPage } from '#contract/api-v3/table.ts';
import { ProblemError } from '#contract/problem.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';
import type { DraftContent, DraftDocument } from './draft-store.ts';

type Cell = CellEdits['cells'][number];

/** What cells of a table are to hold, as a draft keeps it. Throws `invalid-input` for anything else. */
function cellsOf(document: DraftDocument): CellEdits {
  const read = cellEditsSchema.safeParse(document);
  if (read.success) return read.data;
  throw new ProblemError('invalid-input', { detail: 'What is to be kept are no cells of a table.' }, { cause: read.error });
}

/**
 * Cells that are changed one after the other wait together: of each what it is to hold now, and what it held before the first change. Throws
 * `too-many-requests` for more than a controller takes at a time.
 */
export function withCells(before: DraftContent | undefined, { content, base }: DraftContent): DraftContent {
  const [kept, began] = [before?.content, before?.base].map((document) => (document ? cellsOf(document) : { cells: [] }));
  const [written, held] = [cellsOf(content), cellsOf(base ?? content)];
  const rows = before ? {} : versionOf(held);
  const cells = merged(kept?.cells ?? [], written.cells);
  if (cells.length > MOST_CELLS) {
    const detail = `${kept?.cells.length ?? 0} cells of this table wait for its controller already, and ${MOST_CELLS} are sent at a time.`;
    throw new ProblemError('too-many-requests', { detail });
  }
  return {
    content: { ...versionOf(kept), ...rows, cells },
    base: { ...versionOf(began), ...rows, cells: merged(held.cells, began?.cells ?? []) },
  };
}

/** What the table holds now in the cells of a draft; null = there is no such table. What has no row or column any more is left out. */
export async function readCells(
  controllers: Controllers,
  place: { connection: string; name: string },
  content: DraftDocument,
): Promise<DraftDocument | null> {
  const { cells } = cellsOf(content);
  const pages = new Map<number, RowsPage>();
  for (const row of new Set(cells.map((cell) => cell.row))) {
    const page = await readRow(controllers, place, row);
    if (!page) return null;
    pages.set(row, page);
  }
  const present = cells.flatMap(({ row, column }): Cell[] => {
    const page = pages.get(row);
    const value = page?.rows[0]?.cells[page.columns.indexOf(column)];
    return value === undefined ? [] : [{ row, column, value }];
  });
  return { ...versionOf([...pages.values()][0]), cells: present };
}

/** A page of one row; undefined where there is no such table. */
async function readRow(
  controllers: Controllers,
  { connection, name }: { connection: string; name: string },
  row: number,
): Promise<RowsPage | undefined> {
  try {
    return await controllers.read(connection, apiPath`/tables/${name}/rows` + queryText({ offset: row, limit: 1 }), rowsPageSchema);
  } catch (error) {
    if (error instanceof ProblemError && error.slug === 'not-found') return undefined;
    throw error;
  }
}

/** Writes the cells over exactly what was read of them: whoever changed one of them since wins. */
export async function writeCells(
  controllers: Controllers,
  { connection, name }: { connection: string; name: string },
  { content, present }: { content: DraftDocument; present: DraftDocument },
): Promise<void> {
  const now = cellsOf(present);
  const cells = cellsOf(content).cells.map((cell) => {
    const was = now.cells.find((other) => isSame(cell, other))?.value;
    return was === undefined ? cell : { ...cell, was };
  });
  await controllers.change(connection, { method: 'POST', path: apiPath`/tables/${name}/cells`, json: { ...versionOf(now), cells } });
}

/** By row and column; where a cell stands in both, the later one counts. */
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
