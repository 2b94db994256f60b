import type { RowsPage, RowsQuery } from '#contract/api-v3/table.ts';

export type Row = RowsPage['rows'][number];
/** The filter and order of rows. */
export type RowQuery = Pick<Partial<RowsQuery>, 'search' | 'within' | 'doubles' | 'sort' | 'order'>;

/** The first and the last visible row. */
export interface VisibleRange {
  first: number;
  last: number;
}

/** The cached pages of rows, and the query that they belong to. */
export interface RowPageCache {
  head: Omit<RowsPage, 'rows'>;
  rowQuery: RowQuery;
  pages: ReadonlyMap<number, readonly Row[]>;
}

export const PER_PAGE = 200;
/** The limit of cached pages, so that scrolling back needs no read. */
const MAX_PAGES = 40;

export const pageOf = (index: number): number => Math.floor(index / PER_PAGE);

/** The first visible page that is not cached. */
export function missingPage({ head, pages }: RowPageCache, { first, last }: VisibleRange): number | undefined {
  const end = Math.min(last, head.total - 1);
  for (let page = pageOf(first); page * PER_PAGE <= end; page++) if (!pages.has(page)) return page;
  return undefined;
}

/** Adds a page and drops the oldest ones beyond the limit. */
export function withPage(cache: RowPageCache, page: number, { rows, ...head }: RowsPage): RowPageCache {
  // If the rows were replaced meanwhile, the cached pages are of another version.
  const before = cache.head.rowsVersion === head.rowsVersion ? [...cache.pages].filter(([other]) => other !== page) : [];
  return { ...cache, head, pages: new Map([...before.slice(1 - MAX_PAGES), [page, rows]]) };
}

/** Updates a cell. Pages that are not visible are dropped, because the row may have another position in them now. */
export function withCell(
  cache: RowPageCache,
  { row, column, value }: { row: number; column: string; value: string },
  { first, last }: VisibleRange,
): RowPageCache {
  const index = cache.head.columns.indexOf(column);
  const pages = [...cache.pages]
    .filter(([page]) => page >= pageOf(first) && page <= pageOf(last))
    .map(([page, rows]): [number, readonly Row[]] => [
      page,
      rows.map((found) => (found.row === row ? { row, cells: found.cells.with(index, value) } : found)),
    ]);
  return { ...cache, pages: new Map(pages) };
}
