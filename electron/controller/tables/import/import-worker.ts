import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { BulkRows } from '#storage/bulk/bulk-rows.ts';
import { CsvReader, type CsvRows } from '../csv/csv-reader.ts';
import { lineBlocks } from '../csv/line-blocks.ts';
import { dataColumns, dataTableName } from '../rows/data-tables.ts';
import { FoldedTexts } from './folded-texts.ts';
import type { ImportTask } from './import-messages.ts';
import { ImportInbox, ImportCancelled } from './import-inbox.ts';
import { toThreadFailure } from '../../platform/thread-failure.ts';

/** Entry of a thread that reads one CSV file and writes its rows whenever it gets the database. */
class Import {
  readonly #file: string;
  readonly #inbox: ImportInbox;
  readonly #reader: CsvReader;
  readonly #folded = new FoldedTexts();
  #rows: BulkRows | undefined;

  constructor({ file, charset }: ImportTask, inbox: ImportInbox) {
    this.#file = file;
    this.#reader = new CsvReader(charset);
    this.#inbox = inbox;
  }

  async run(): Promise<number> {
    try {
      for await (const block of lineBlocks(this.#inbox.bytes())) await this.#store(this.#reader.take(block));
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
    const { id, stagingFile } = await this.#inbox.ask({ kind: 'columns', columns }, 'table');
    return new BulkRows({ file: this.#file, stagingFile, table: dataTableName(id), columns: dataColumns(columns.length) });
  }

  async #write(): Promise<void> {
    this.#rows?.prepare();
    await this.#inbox.ask({ kind: 'ready' }, 'turn');
    this.#rows?.write();
    this.#inbox.post({ kind: 'written' });
    this.#rows?.shortenLog();
  }
}

async function main(port: MessagePort): Promise<void> {
  const inbox = new ImportInbox(port);
  try {
    const rowCount = await new Import(workerData as ImportTask, inbox).run();
    inbox.post({ kind: 'done', rowCount });
  } catch (error) {
    if (!(error instanceof ImportCancelled)) inbox.post({ kind: 'failed', failure: toThreadFailure(error) });
  } finally {
    port.close();
  }
}

if (parentPort) await main(parentPort);
