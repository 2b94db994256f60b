import { sql } from 'kysely';
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { Statement, type Parameter } from '#storage/database/statement.ts';
import { foldedRow, foldedText } from './folded-text.ts';
import { DATA_TABLES, dataColumns, dataIdOf, dataTableName } from './data-tables.ts';

/** A stored row: its number, from 0, and its cells in the order of the columns. */
export interface StoredRow {
  row: number;
  cells: string[];
}

type Db = ControllerDatabase | ControllerTransaction;

/** SQLite allows 32 766 parameters, but longer statements are not faster and take longer to prepare. */
const PARAMETERS_PER_STATEMENT = 1_000;
/** Rows that a search reads before other work gets a turn: some 5 ms. */
const ROWS_PER_TURN = 20_000;
/** Rows that are looked up in an index before other work gets a turn: as long. */
const LOOKUPS_PER_TURN = 2_000;
/** Rows per query when a whole table is read. */
export const ROWS_PER_PAGE = 2_000;

/**
 * The rows of one version of a table, in a physical table whose rows keep their numbers: cells change, and rows are added at the end. The folded text of
 * each row is stored next to its cells, so that SQLite searches a million rows without calling JavaScript.
 */
export class TableData {
  readonly id: number;
  readonly #columns: readonly string[];
  /** Columns that are known to have an index. */
  readonly #indexed = new Set<number>();

  constructor(id: number, width: number) {
    this.id = id;
    this.#columns = Array.from({ length: width }, (_, index) => `c${index}`);
  }

  /** The physical table, for a connection of another thread. */
  get stored(): { table: string; width: number } {
    return { table: this.#name, width: this.#columns.length };
  }

  async create(db: Db): Promise<void> {
    await run(db, `CREATE TABLE ${this.#name} (${dataColumns(this.#columns.length)}) STRICT`);
  }

  async drop(db: Db): Promise<void> {
    await run(db, `DROP TABLE IF EXISTS ${this.#name}`);
  }

  /** Adds rows whose numbers are free. */
  async insert(rows: readonly StoredRow[], db: Db): Promise<void> {
    const perRow = this.#columns.length + 2;
    const rowsPerStatement = Math.max(1, Math.floor(PARAMETERS_PER_STATEMENT / perRow));
    const tuple = `(${Array.from({ length: perRow }, () => '?').join(', ')})`;
    for (let start = 0; start < rows.length; start += rowsPerStatement) {
      const slice = rows.slice(start, start + rowsPerStatement);
      const parameters = slice.flatMap(({ row, cells }) => [row, ...cells, foldedRow(cells)]);
      await run(db, `INSERT INTO ${this.#name} VALUES ${slice.map(() => tuple).join(', ')}`, parameters);
    }
  }

  /** Writes one cell; `cells` are all cells of the row after the change. */
  async writeCell(column: number, { row, cells }: StoredRow, db: Db): Promise<void> {
    await run(db, `UPDATE ${this.#name} SET c${column} = ?, folded = ? WHERE row = ?`, [cells[column] ?? '', foldedRow(cells), row]);
  }

  /** Writes all cells of a row. */
  async writeRow({ row, cells }: StoredRow, db: Db): Promise<void> {
    const assigned = this.#columns.map((column) => `${column} = ?`).join(', ');
    await run(db, `UPDATE ${this.#name} SET ${assigned}, folded = ? WHERE row = ?`, [...cells, foldedRow(cells), row]);
  }

  /** Up to `limit` rows in order, beginning with row `from`. */
  async slice(from: number, limit: number, db: Db): Promise<StoredRow[]> {
    return this.#stored(await select(db, `${this.#select()} WHERE row >= ? AND row < ? ORDER BY row`, [from, from + limit]));
  }

  /** The numbers of all rows whose cell equals `key`. Creates an index of the column at its first use. */
  async rowsWithKey(column: number, key: string, db: Db): Promise<number[]> {
    await this.#index(column, db);
    return numbersOf(await select(db, `SELECT row FROM ${this.#name} WHERE c${column} = ? ORDER BY row`, [key]));
  }

  /** The first two rows whose cell equals `key`, in order; uses the same index. */
  async firstRowsWithKey(column: number, key: string, db: Db): Promise<StoredRow[]> {
    await this.#index(column, db);
    // A literal LIMIT, because SQLite prepares a statement again for every value of a limit parameter, which takes five times as long as
    // the query.
    return this.#stored(await select(db, `${this.#select()} WHERE c${column} = ? ORDER BY row LIMIT 2`, [key]));
  }

  /**
   * The numbers of all rows that contain this text in some cell, ignoring case. Reads in turns, so that a long table does not block other
   * work.
   */
  async rowsWithText(search: string, rowCount: number, db: Db): Promise<number[]> {
    const query = `SELECT row FROM ${this.#name} WHERE row >= ? AND row < ? AND instr(folded, ?) > 0 ORDER BY row`;
    const text = foldedText(search);
    const numbers: number[] = [];
    for (let from = 0; from < rowCount; from += ROWS_PER_TURN) {
      if (from > 0) await eventLoopTurn();
      for (const number of numbersOf(await select(db, query, [from, from + ROWS_PER_TURN, text]))) numbers.push(number);
    }
    return numbers;
  }

  /** The rows with these numbers, in order. */
  async numberedRows(numbers: readonly number[], db: Db): Promise<StoredRow[]> {
    const marks = numbers.map(() => '?').join(', ');
    return this.#stored(await select(db, `${this.#select()} WHERE row IN (${marks}) ORDER BY row`, numbers));
  }

  /** The distinct cells of a column from the row `from` to before `end`. */
  async distinct({ column, from, end }: { column: number; from: number; end: number }, db: Db): Promise<string[]> {
    const query = `SELECT DISTINCT c${column} AS cell FROM ${this.#name} WHERE row >= ? AND row < ?`;
    return (await select(db, query, [from, end])).map(({ cell }) => String(cell));
  }

  /** The first row from `from` to before `end` whose cell is empty or contains anything but zeros. */
  async firstNotZero(
    { column, from, end }: { column: number; from: number; end: number },
    db: Db,
  ): Promise<{ row: number; cell: string } | undefined> {
    const cell = `c${column}`;
    const query = `SELECT row, ${cell} AS cell FROM ${this.#name} WHERE row >= ? AND row < ? AND (${cell} = '' OR ${cell} GLOB '*[^0]*') ORDER BY row LIMIT 1`;
    const [found] = await select(db, query, [from, end]);
    return found && { row: Number(found['row']), cell: String(found['cell']) };
  }

  /** All row numbers ordered by the cells of a column, by its index; rows with equal cells in row order. Reads in turns. */
  async sortedRows(column: number, db: Db): Promise<number[]> {
    await this.#index(column, db);
    const cell = `c${column}`;
    const same = `SELECT row FROM ${this.#name} WHERE ${cell} = ? AND row > ? ORDER BY row LIMIT ${ROWS_PER_TURN}`;
    const later = `SELECT row FROM ${this.#name} WHERE ${cell} > ? ORDER BY ${cell}, row LIMIT ${ROWS_PER_TURN}`;
    const numbers: number[] = [];
    let after: Pick<StoredRow, 'row'> & { cell: string } = { row: -1, cell: '' };
    for (;;) {
      // Two queries, each a range of the index: a combined query would read equal cells from their first row each time.
      let found = numbersOf(await select(db, same, [after.cell, after.row]));
      if (found.length === 0) found = numbersOf(await select(db, later, [after.cell]));
      for (const number of found) numbers.push(number);
      const [last] = await this.numberedRows(found.slice(-1), db);
      if (!last) return numbers;
      after = { row: last.row, cell: last.cells[column] ?? '' };
      await eventLoopTurn();
    }
  }

  /** The numbers of all rows whose cell in this column is not empty and occurs in another row too, by its index. Reads in turns. */
  async doubledRows(column: number, rowCount: number, db: Db): Promise<number[]> {
    await this.#index(column, db);
    const cell = `c${column}`;
    const twin = `EXISTS (SELECT 1 FROM ${this.#name} AS other WHERE other.${cell} = one.${cell} AND other.row <> one.row)`;
    const query = `SELECT row FROM ${this.#name} AS one WHERE row >= ? AND row < ? AND ${cell} <> '' AND ${twin} ORDER BY row`;
    const numbers: number[] = [];
    for (let from = 0; from < rowCount; from += LOOKUPS_PER_TURN) {
      if (from > 0) await eventLoopTurn();
      for (const number of numbersOf(await select(db, query, [from, from + LOOKUPS_PER_TURN]))) numbers.push(number);
    }
    return numbers;
  }

  async #index(column: number, db: Db): Promise<void> {
    if (this.#indexed.has(column)) return;
    await run(db, `CREATE INDEX IF NOT EXISTS ${this.#name}_c${column} ON ${this.#name} (c${column})`);
    this.#indexed.add(column);
  }

  get #name(): string {
    return dataTableName(this.id);
  }

  #select(): string {
    return `SELECT row, ${this.#columns.join(', ')} FROM ${this.#name}`;
  }

  #stored(rows: Record<string, unknown>[]): StoredRow[] {
    const columns = this.#columns;
    return rows.map((row) => ({ row: Number(row['row']), cells: columns.map((column) => String(row[column])) }));
  }
}

/** The ids of all physical tables of rows, including unused ones. */
export async function storedDataIds(db: Db): Promise<number[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB ${DATA_TABLES}`.execute(db);
  return rows.map(({ name }) => dataIdOf(name));
}

async function run(db: Db, text: string, parameters: readonly Parameter[] = []): Promise<void> {
  await new Statement(text).run(db, ...parameters);
}

async function select(db: Db, text: string, parameters: readonly Parameter[]): Promise<Record<string, unknown>[]> {
  return new Statement<Record<string, unknown>>(text).all(db, ...parameters);
}

function numbersOf(rows: Record<string, unknown>[]): number[] {
  return rows.map(({ row }) => Number(row));
}
