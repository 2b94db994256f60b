import type { RowsPage, RowsQuery } from '#contract/api-v3/table.ts';

export type Row = RowsPage['rows'][number];
/** What rows are looked for, and in which order. */
export type Sought = Pick<Partial<RowsQuery>, 'search' | 'within' | 'doubles' | 'sort' | 'order'>;

/** Places of the first and the last row that somebody sees. */
export interface InSight {
  first: number;
  last: number;
}

/** What is known of the rows that are looked for. */
export interface Known {
  head: Omit<RowsPage, 'rows'>;
  sought: Sought;
  pages: ReadonlyMap<number, readonly Row[]>;
}

export const PER_PAGE = 200;
/** So many pages are kept: what somebody has just seen is there at once. */
const MOST_PAGES = 40;

export const pageOf = (index: number): number => Math.floor(index / PER_PAGE);

/** The first page in sight that is not there. */
export function missingPage({ head, pages }: Known, { first, last }: InSight): number | undefined {
  const end = Math.min(last, head.total - 1);
  for (let page = pageOf(first); page * PER_PAGE <= end; page++) if (!pages.has(page)) return page;
  return undefined;
}

/** With one page more, and without the oldest ones beyond the limit. */
export function withPage(known: Known, page: number, { rows, ...head }: RowsPage): Known {
  // When the rows were put anew meanwhile, what is there of them does not belong together.
  const before = known.head.rowsVersion === head.rowsVersion ? [...known.pages].filter(([other]) => other !== page) : [];
  return { ...known, head, pages: new Map([...before.slice(1 - MOST_PAGES), [page, rows]]) };
}

/** With what a cell holds now. Pages out of sight are forgotten: the row may stand elsewhere in them now. */
export function withCell(
  known: Known,
  { row, column, value }: { row: number; column: string; value: string },
  { first, last }: InSight,
): Known {
  const index = known.head.columns.indexOf(column);
  const pages = [...known.pages]
    .filter(([page]) => page >= pageOf(first) && page <= pageOf(last))
    .map(([page, rows]): [number, readonly Row[]] => [
      page,
      rows.map((found) => (found.row === row ? { row, cells: found.cells.with(index, value) } : found)),
    ]);
  return { ...known, pages: new Map(pages) };
}
