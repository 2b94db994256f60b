import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { BulkRows } from '#storage/bulk/bulk-rows.ts';
import { CsvReader, type CsvRows } from '../csv/csv-reader.ts';
import { lineBlocks } from '../csv/line-blocks.ts';
import { dataColumns, dataTableName } from '../table-columns.ts';
import { FoldedTexts } from './folded-texts.ts';
import type { ImportTask } from './messages.ts';
import { Orders, Stopped } from './orders.ts';
import { tellFailure } from '../told-failure.ts';

/** The entry of a thread that reads one CSV file and writes its rows to a table, whenever it is lent the database. */
class Import {
  readonly #file: string;
  readonly #orders: Orders;
  readonly #reader: CsvReader;
  readonly #folded = new FoldedTexts();
  #rows: BulkRows | undefined;

  constructor({ file, charset }: ImportTask, orders: Orders) {
    this.#file = file;
    this.#reader = new CsvReader(charset);
    this.#orders = orders;
  }

  async run(): Promise<number> {
    try {
      for await (const block of lineBlocks(this.#orders.bytes())) await this.#store(this.#reader.take(block));
      await this.#store(this.#reader.end());
      await this.#write();
      return this.#rows?.rowCount ?? 0;
    } finally {
      this.#rows?.close();
    }
  }

  async #store(found: CsvRows): Promise<void> {
    const { columns } = this.#reader;
    if (!columns) return;
    const rows = (this.#rows ??= await this.#open(columns));
    const texts = this.#folded.fold(found);
    let place = rows.add(texts, 0);
    while (place < texts.rowCount) {
      await this.#write();
      place = rows.add(texts, place);
    }
  }

  async #open(columns: readonly string[]): Promise<BulkRows> {
    const { id, stagingFile } = await this.#orders.ask({ kind: 'columns', columns }, 'table');
    return new BulkRows({ file: this.#file, stagingFile, table: dataTableName(id), columns: dataColumns(columns.length) });
  }

  async #write(): Promise<void> {
    this.#rows?.prepare();
    await this.#orders.ask({ kind: 'ready' }, 'turn');
    this.#rows?.write();
    this.#orders.tell({ kind: 'written' });
    this.#rows?.shortenLog();
  }
}

async function main(port: MessagePort): Promise<void> {
  const orders = new Orders(port);
  try {
    const rowCount = await new Import(workerData as ImportTask, orders).run();
    orders.tell({ kind: 'done', rowCount });
  } catch (error) {
    if (!(error instanceof Stopped)) orders.tell({ kind: 'failed', failure: tellFailure(error) });
  } finally {
    port.close();
  }
}

if (parentPort) await main(parentPort);
