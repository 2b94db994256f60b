import { rm } from 'node:fs/promises';
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import type { Table } from '#contract/api-v3/table.ts';
import type { Condition } from '#storage/condition.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';
import { inTransaction } from '#storage/in-transaction.ts';
import { lendDatabase, sharedFileOf } from '#storage/lend-database.ts';
import { judgeFailureOf } from '#storage/open-transactions.ts';
import type { Tell } from '../events/events.ts';
import { Serial } from '../serial.ts';
import { csvFileFault } from './csv/csv-fault.ts';
import { readCsv } from './csv/read-csv.ts';
import { takeBeginning } from './import/beginning.ts';
import { ImportThread } from './import/import-thread.ts';
import type { ImportTask } from './import/messages.ts';
import { removeStagingFiles, stagingFileOf } from './import/staging-files.ts';
import type { RowReaders } from './row-readers.ts';
import { storedDataIds, TableData } from './table-data.ts';
import { findEntry } from './table-entry.ts';

/** Rows that are written between two turns of the event loop, in a transaction of their own. */
const ROWS_PER_BATCH = 1_000;
/** Up to this size, in bytes, a file is read before a thread has begun. */
const SHORT_FILE = 262_144;

type Rows = Iterable<string[]> | AsyncIterable<string[]>;
type Outcome = 'created' | 'replaced';

/** Rows beside those of all tables. */
interface NewRows {
  data: TableData;
  columns: readonly string[];
  rowCount: number;
}

/** Makes a place for rows with so many cells. */
type Create = (width: number) => Promise<TableData>;

/** How a CSV file is put. */
export interface CsvPut {
  /** The encoding that was declared, as `TextDecoder` knows it. */
  charset?: string | undefined;
  condition?: Condition | undefined;
}

interface TablePutsOptions {
  db: ControllerDatabase;
  now: () => number;
  tell: Tell;
  readers: RowReaders;
}

/**
 * Creates tables and replaces them. A put writes all rows beside the present ones and then swaps: until that moment, and when the put fails
 * or the process is killed, the table is the old one.
 */
export class TablePuts {
  readonly #db: ControllerDatabase;
  readonly #now: () => number;
  readonly #tell: Tell;
  readonly #readers: RowReaders;
  /** However many tables arrive, one batch at a time waits for the database: a print and an abort wait for no more. */
  readonly #batches = new Serial();

  constructor({ db, now, tell, readers }: TablePutsOptions) {
    this.#db = db;
    this.#now = now;
    this.#tell = tell;
    this.#readers = readers;
  }

  /** Drops what a killed put has left, by `write`, which may wait for room on the disk. Comes before the first put. */
  async start(write: (drop: () => Promise<void>) => Promise<void>): Promise<void> {
    const file = await sharedFileOf(this.#db);
    if (file !== undefined) await removeStagingFiles(file);
    const found = await storedDataIds(this.#db);
    await write(async () => {
      for (const id of found) await this.#readers.dropUnlessUsed(id);
    });
  }

  put(name: string, { columns, rows }: Table, condition?: Condition): Promise<Outcome> {
    return this.#replace({ name, condition }, async (create) => {
      const data = await create(columns.length);
      return { data, columns, rowCount: await this.#fill(data, rows) };
    });
  }

  /** Throws `csv-broken` naming the line, and what the bytes throw. */
  async putCsv(name: string, bytes: AsyncIterable<Uint8Array>, { charset, condition }: CsvPut = {}): Promise<Outcome> {
    const { isWhole, pieces } = await takeBeginning(bytes, SHORT_FILE);
    const file = isWhole ? undefined : await sharedFileOf(this.#db);
    return this.#replace({ name, condition }, (create) =>
      file === undefined ? this.#readHere(readCsv(pieces, charset), create) : this.#readInThread({ file, charset }, pieces, create),
    );
  }

  async #replace(
    { name, condition }: { name: string; condition: Condition | undefined },
    write: (create: Create) => Promise<NewRows>,
  ): Promise<Outcome> {
    const created: TableData[] = [];
    try {
      const rows = await write(async (width) => {
        const data = await this.#create(width);
        created.push(data);
        return data;
      });
      return await this.#swap(name, rows, condition);
    } catch (error) {
      for (const { id } of created) await this.#readers.dropUnlessUsed(id);
      throw error;
    }
  }

  async #create(width: number): Promise<TableData> {
    return inTransaction(this.#db, async (trx) => {
      const { id } = await trx.insertInto('table_data_ids').defaultValues().returning('id').executeTakeFirstOrThrow();
      // AUTOINCREMENT remembers the highest id without its row.
      await trx.deleteFrom('table_data_ids').where('id', '=', id).execute();
      const data = new TableData(id, width);
      await data.create(trx);
      return data;
    });
  }

  async #readHere(rows: AsyncGenerator<string[]>, create: Create): Promise<NewRows> {
    const first = await rows.next();
    if (first.done) throw csvFileFault('The file is empty: its first line must name the columns.');
    const columns = first.value;
    const data = await create(columns.length);
    return { data, columns, rowCount: await this.#fill(data, rows) };
  }

  async #readInThread({ file, charset }: ImportTask, bytes: AsyncIterable<Uint8Array>, create: Create): Promise<NewRows> {
    const made: Omit<NewRows, 'rowCount'>[] = [];
    const thread = new ImportThread({
      file,
      charset,
      createTable: async (columns) => {
        const data = await create(columns.length);
        made.push({ data, columns });
        return { id: data.id, stagingFile: stagingFileOf(file, data.id) };
      },
      lend: (work) => this.#batches.run(() => lendDatabase(this.#db, work)),
    });
    try {
      const rowCount = await thread.run(bytes);
      const [rows] = made;
      if (!rows) throw new Error('an import has ended without a table');
      return { ...rows, rowCount };
    } catch (error) {
      throw judgeFailureOf(this.#db, error);
    } finally {
      for (const { data } of made) await rm(stagingFileOf(file, data.id), { force: true });
    }
  }

  async #fill(data: TableData, rows: Rows): Promise<number> {
    let rowCount = 0;
    let batch: string[][] = [];
    const flush = async () => {
      const full = batch;
      const firstRow = rowCount;
      batch = [];
      rowCount += full.length;
      await this.#batches.run(() => inTransaction(this.#db, (trx) => data.append(full, firstRow, trx)));
      await eventLoopTurn();
    };
    for await (const row of rows) {
      batch.push(row);
      if (batch.length === ROWS_PER_BATCH) await flush();
    }
    if (batch.length > 0) await flush();
    return rowCount;
  }

  async #swap(name: string, { data, columns, rowCount }: NewRows, condition?: Condition): Promise<Outcome> {
    const values = { data_id: data.id, columns: JSON.stringify(columns), row_count: rowCount, modified: this.#now(), changes: 0 };
    return inTransaction(this.#db, async (trx) => {
      await condition?.(trx);
      this.#tell({ type: 'table:changed', name }, trx);
      const old = await findEntry(name, trx);
      if (!old) {
        await trx
          .insertInto('tables')
          .values({ name, ...values })
          .execute();
        return 'created';
      }
      await trx.updateTable('tables').set(values).where('name', '=', name).execute();
      if (!this.#readers.has(old.data.id)) await old.data.drop(trx);
      return 'replaced';
    });
  }
}
