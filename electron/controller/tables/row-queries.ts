import { LRUCache } from 'lru-cache';
import type { RowsPage, RowsQuery } from '#contract/api-v3/table.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { foldedText } from './rows/folded-text.ts';
import type { StoredRow } from './rows/table-data.ts';
import { columnIndex, rowsVersionOf, type TableEntry } from './table-entry.ts';
import { halfLookup } from './table-problems.ts';

/** Limits of the cache of row lists. A row takes four bytes, and paging through a table requests the same list repeatedly. */
const MAX_LISTS = 6;
const MAX_BYTES = 64 * 1024 * 1024;
/** How many rows are read at a time to compare their cells. */
const ROWS_PER_READ = 1_000;

/** Row numbers in the order of a query. */
type RowList = Int32Array;
type Wanted = Omit<RowsQuery, 'offset' | 'limit'>;

/** Finds the rows of a table that a query selects, in their order. Results are cached until the table changes. */
export class RowQueries {
  readonly #db: ControllerDatabase;
  readonly #lists = new LRUCache<string, RowList>({
    ...{ max: MAX_LISTS, maxSize: MAX_BYTES },
    sizeCalculation: ({ byteLength }, cacheKey) => 1 + byteLength + 2 * cacheKey.length,
  });

  constructor(db: ControllerDatabase) {
    this.#db = db;
  }

  /** Throws `not-found` for an unknown column, and `invalid-input` when only one of column and key is given. */
  async page(entry: TableEntry, query: RowsQuery): Promise<RowsPage> {
    const { offset, limit } = query;
    const list = await this.#list(entry, query);
    const rows = list ? await this.#rowsOf(entry, list.subarray(offset, offset + limit)) : await entry.data.slice(offset, limit, this.#db);
    return { columns: entry.columns, rows, total: list?.length ?? entry.rowCount, rowsVersion: rowsVersionOf(entry) };
  }

  async #rowsOf({ data }: TableEntry, numbers: RowList): Promise<StoredRow[]> {
    const found = new Map((await data.numberedRows([...numbers], this.#db)).map((stored) => [stored.row, stored]));
    return [...numbers].flatMap((number) => found.get(number) ?? []);
  }

  /** Undefined when the query selects all rows in their natural order. */
  async #list(entry: TableEntry, { offset: _offset, limit: _limit, ...wanted }: RowsQuery): Promise<RowList | undefined> {
    if ((wanted.column === undefined) !== (wanted.key === undefined)) throw halfLookup(wanted.column);
    const cacheKey = JSON.stringify([entry.data.id, entry.changes, wanted]);
    const cached = this.#lists.get(cacheKey);
    if (cached) return cached;
    const found = await this.#find(entry, wanted);
    const list = found && Int32Array.from(found);
    if (list) this.#lists.set(cacheKey, list);
    return list;
  }

  async #find(entry: TableEntry, { sort, order, ...filters }: Wanted): Promise<readonly number[] | undefined> {
    const index = sort === undefined ? undefined : columnIndex(entry, sort);
    const matching = await this.#matching(entry, filters);
    const sorted = index === undefined ? matching : onlyOf(await entry.data.sortedRows(index, this.#db), matching);
    if (order !== 'descending') return sorted;
    return sorted?.toReversed() ?? Array.from({ length: entry.rowCount }, (_, row) => entry.rowCount - 1 - row);
  }

  /** In row order; undefined when all rows match. */
  async #matching(entry: TableEntry, { column, key, search = '', within, doubles }: Wanted): Promise<number[] | undefined> {
    const { data, rowCount } = entry;
    let numbers = column === undefined || key === undefined ? undefined : await data.rowsWithKey(columnIndex(entry, column), key, this.#db);
    if (doubles !== undefined) numbers = onlyOf(await data.doubledRows(columnIndex(entry, doubles), rowCount, this.#db), numbers);
    if (search !== '') numbers = onlyOf(await this.#withText(entry, search, within), numbers);
    return numbers;
  }

  async #withText(entry: TableEntry, search: string, within: string | undefined): Promise<number[]> {
    const numbers = await entry.data.rowsWithText(search, entry.rowCount, this.#db);
    if (within === undefined) return numbers;
    const index = columnIndex(entry, within);
    const text = foldedText(search);
    const found: number[] = [];
    for (let start = 0; start < numbers.length; start += ROWS_PER_READ) {
      const rows = await entry.data.numberedRows(numbers.slice(start, start + ROWS_PER_READ), this.#db);
      for (const { row, cells } of rows) if (foldedText(cells[index] ?? '').includes(text)) found.push(row);
    }
    return found;
  }
}

/** The numbers that are included in a second list, or all without one. Marks per row are faster than a large set. */
function onlyOf(numbers: number[], included: readonly number[] | undefined): number[] {
  if (!included) return numbers;
  const marks = new Uint8Array(1 + included.reduce((most, number) => Math.max(most, number), 0));
  for (const number of included) marks[number] = 1;
  return numbers.filter((number) => marks[number] === 1);
}
