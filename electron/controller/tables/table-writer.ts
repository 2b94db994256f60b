import { rm } from 'node:fs/promises';
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import type { Table } from '#contract/api-v3/table.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { lendDatabase, sharedFileOf } from '#storage/database/lend-database.ts';
import { judgeFailureOf } from '#storage/database/open-transactions.ts';
import type { Publish } from '../events/events.ts';
import { TaskQueue } from '../platform/task-queue.ts';
import { csvFileFault } from './csv/csv-fault.ts';
import { readCsv } from './csv/read-csv.ts';
import { readStart } from './import/read-start.ts';
import { ImportThread } from './import/import-thread.ts';
import type { ImportTask } from './import/import-messages.ts';
import { removeStagingFiles, stagingFileOf } from './import/staging-files.ts';
import type { RowReaders } from './row-readers.ts';
import { storedDataIds, TableData, type StoredRow } from './rows/table-data.ts';
import { findEntry } from './table-entry.ts';

/** Rows that are written in one transaction between two turns of the event loop. */
export const ROWS_PER_BATCH = 1_000;
/** Files up to this size, in bytes, are read on the main thread, which is faster than starting a worker. */
const SHORT_FILE = 262_144;

type Rows = Iterable<string[]> | AsyncIterable<string[]>;
type Outcome = 'created' | 'replaced';

/** Rows of a version that is not current yet. */
export interface StagedRows {
  data: TableData;
  columns: readonly string[];
  rowCount: number;
}

/** Creates a physical table for rows with this many cells. */
type Create = (width: number) => Promise<TableData>;

/** Options for putting a CSV file. */
export interface CsvPut {
  /** The declared encoding, as `TextDecoder` names it. */
  charset?: string | undefined;
  condition?: WriteCondition | undefined;
}

interface TableWriterOptions {
  db: ControllerDatabase;
  now: () => number;
  publish: Publish;
  readers: RowReaders;
}

/**
 * Creates and replaces tables. A put writes all rows to a new physical table and then swaps it in. Until then, and if the put fails or the
 * process is killed, the table is unchanged.
 */
export class TableWriter {
  readonly #db: ControllerDatabase;
  readonly #now: () => number;
  readonly #publish: Publish;
  readonly #readers: RowReaders;
  /** However many tables arrive, only one batch at a time uses the database, so that prints and aborts wait for no more than one. */
  readonly #batches = new TaskQueue();

  constructor({ db, now, publish, readers }: TableWriterOptions) {
    this.#db = db;
    this.#now = now;
    this.#publish = publish;
    this.#readers = readers;
  }

  /** Drops what killed puts have left; `write` may wait on a full disk. Call it before the first put. */
  async start(write: (drop: () => Promise<void>) => Promise<void>): Promise<void> {
    const file = await sharedFileOf(this.#db);
    if (file !== undefined) await removeStagingFiles(file);
    const found = await storedDataIds(this.#db);
    await write(async () => {
      for (const id of found) await this.#readers.dropUnlessUsed(id);
    });
  }

  put(name: string, { columns, rows }: Table, condition?: WriteCondition): Promise<Outcome> {
    return this.#replace({ name, condition }, async (create) => {
      const data = await create(columns.length);
      return { data, columns, rowCount: await this.#fill(data, rows) };
    });
  }

  /** Throws `csv-broken` naming the line, and what the bytes throw. */
  async putCsv(name: string, bytes: AsyncIterable<Uint8Array>, { charset, condition }: CsvPut = {}): Promise<Outcome> {
    const { isWhole, pieces } = await readStart(bytes, SHORT_FILE);
    const file = isWhole ? undefined : await sharedFileOf(this.#db);
    return this.#replace({ name, condition }, (create) =>
      file === undefined ? this.#readHere(readCsv(pieces, charset), create) : this.#readInThread({ file, charset }, pieces, create),
    );
  }

  async #replace(
    { name, condition }: { name: string; condition: WriteCondition | undefined },
    write: (create: Create) => Promise<StagedRows>,
  ): Promise<Outcome> {
    const created: TableData[] = [];
    try {
      const rows = await write(async (width) => {
        const data = await this.create(width);
        created.push(data);
        return data;
      });
      return await this.#swap(name, rows, condition);
    } catch (error) {
      for (const { id } of created) await this.#readers.dropUnlessUsed(id);
      throw error;
    }
  }

  /** Creates an empty physical table. The caller drops it unless it becomes current. */
  async create(width: number): Promise<TableData> {
    return inTransaction(this.#db, async (trx) => {
      const { id } = await trx.insertInto('table_data_ids').defaultValues().returning('id').executeTakeFirstOrThrow();
      // AUTOINCREMENT remembers the highest id without its row.
      await trx.deleteFrom('table_data_ids').where('id', '=', id).execute();
      const data = new TableData(id, width);
      await data.create(trx);
      return data;
    });
  }

  async #readHere(rows: AsyncGenerator<string[]>, create: Create): Promise<StagedRows> {
    const first = await rows.next();
    if (first.done) throw csvFileFault('The file is empty: its first line must name the columns.');
    const columns = first.value;
    const data = await create(columns.length);
    return { data, columns, rowCount: await this.#fill(data, rows) };
  }

  async #readInThread({ file, charset }: ImportTask, bytes: AsyncIterable<Uint8Array>, create: Create): Promise<StagedRows> {
    const made: Omit<StagedRows, 'rowCount'>[] = [];
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
      if (!rows) throw new Error('an import ended without a table');
      return { ...rows, rowCount };
    } catch (error) {
      throw judgeFailureOf(this.#db, error);
    } finally {
      for (const { data } of made) await rm(stagingFileOf(file, data.id), { force: true });
    }
  }

  /** Writes a batch of rows to a version that is not current yet, and then gives other work a turn. */
  async insert(data: TableData, rows: readonly StoredRow[]): Promise<void> {
    await this.#batches.run(() => inTransaction(this.#db, (trx) => data.insert(rows, trx)));
    await eventLoopTurn();
  }

  async #fill(data: TableData, rows: Rows): Promise<number> {
    let rowCount = 0;
    let batch: string[][] = [];
    const flush = async () => {
      const full = batch;
      const firstRow = rowCount;
      batch = [];
      rowCount += full.length;
      await this.insert(
        data,
        full.map((cells, index) => ({ row: firstRow + index, cells })),
      );
    };
    for await (const row of rows) {
      batch.push(row);
      if (batch.length === ROWS_PER_BATCH) await flush();
    }
    if (batch.length > 0) await flush();
    return rowCount;
  }

  async #swap(name: string, rows: StagedRows, condition?: WriteCondition): Promise<Outcome> {
    return inTransaction(this.#db, async (trx) => {
      await condition?.(trx);
      const outcome = await this.makeCurrent(name, rows, trx);
      // Other rows: nothing of them was given to a print.
      await trx.updateTable('tables').set({ allocation: null }).where('name', '=', name).execute();
      return outcome;
    });
  }

  /** Makes staged rows those of the table. */
  async makeCurrent(name: string, { data, columns, rowCount }: StagedRows, trx: ControllerTransaction): Promise<Outcome> {
    const values = { data_id: data.id, columns: JSON.stringify(columns), row_count: rowCount, modified: this.#now(), changes: 0 };
    this.#publish({ type: 'table:changed', name }, trx);
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
  }
}
