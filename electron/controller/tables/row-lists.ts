import { LRUCache } from 'lru-cache';
import type { RowsPage, RowsQuery } from '#contract/api-v3/table.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';
import { foldedText } from './folded-text.ts';
import type { StoredRow } from './table-data.ts';
import { columnIndex, rowsVersionOf, type TableEntry } from './table-entry.ts';
import { halfLookup } from './table-problems.ts';

/** Lists that are kept, and their bytes together: four bytes a row, and whoever leafs through a table asks for one again and again. */
const MOST_LISTS = 6;
const MOST_BYTES = 64 * 1024 * 1024;
/** Rows whose cells are looked at one by one before the next are read. */
const ROWS_PER_LOOK = 1_000;

/** Numbers of rows in the order in which a query gives them. */
type RowList = Int32Array;
type Wanted = Omit<RowsQuery, 'offset' | 'limit'>;

/** Which rows of a table a query asks for, and in which order. What was found is kept until the table changes. */
export class RowLists {
  readonly #db: ControllerDatabase;
  readonly #kept = new LRUCache<string, RowList>({
    ...{ max: MOST_LISTS, maxSize: MOST_BYTES },
    sizeCalculation: ({ byteLength }, asked) => 1 + byteLength + 2 * asked.length,
  });

  constructor(db: ControllerDatabase) {
    this.#db = db;
  }

  /** Throws `not-found` for a column, and `invalid-input` for half a look-up. */
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

  /** Undefined when the query asks for all rows by their numbers. */
  async #list(entry: TableEntry, { offset: _offset, limit: _limit, ...wanted }: RowsQuery): Promise<RowList | undefined> {
    if ((wanted.column === undefined) !== (wanted.key === undefined)) throw halfLookup(wanted.column);
    const asked = JSON.stringify([entry.data.id, entry.changes, wanted]);
    const known = this.#kept.get(asked);
    if (known) return known;
    const found = await this.#find(entry, wanted);
    const list = found && Int32Array.from(found);
    if (list) this.#kept.set(asked, list);
    return list;
  }

  async #find(entry: TableEntry, { sort, order, ...filters }: Wanted): Promise<readonly number[] | undefined> {
    const index = sort === undefined ? undefined : columnIndex(entry, sort);
    const matching = await this.#matching(entry, filters);
    const sorted = index === undefined ? matching : onlyOf(await entry.data.sortedRows(index, this.#db), matching);
    if (order !== 'descending') return sorted;
    return sorted?.toReversed() ?? Array.from({ length: entry.rowCount }, (_, row) => entry.rowCount - 1 - row);
  }

  /** In the order of the rows; undefined when nothing is left out. */
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
    for (let start = 0; start < numbers.length; start += ROWS_PER_LOOK) {
      const rows = await entry.data.numberedRows(numbers.slice(start, start + ROWS_PER_LOOK), this.#db);
      for (const { row, cells } of rows) if (foldedText(cells[index] ?? '').includes(text)) found.push(row);
    }
    return found;
  }
}

/** Those numbers that are among the others; all of them without others. A mark for each row is found sooner than a member of a large set. */
function onlyOf(numbers: number[], others: readonly number[] | undefined): number[] {
  if (!others) return numbers;
  const marks = new Uint8Array(1 + others.reduce((most, number) => Math.max(most, number), 0));
  for (const number of others) marks[number] = 1;
  return numbers.filter((number) => marks[number] === 1);
}
