import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { csvRow } from '#contract/csv/write-csv.ts';
import { tellFailure } from '../told-failure.ts';
import type { ExportTask, FromExport, ToExport } from './messages.ts';

/** Cells of a piece: some hundred kilobytes. Between two of them nothing is held of the database, so that its log can be shortened. */
const CELLS_PER_PIECE = 32_000;

/** The entry of a thread that reads a version of a table's rows and writes them as CSV, a piece at a time whenever it is asked. */
class Export {
  readonly #port: MessagePort;
  readonly #rowCount: number;
  readonly #rowsPerPiece: number;
  readonly #database: DatabaseSync;
  readonly #rows: StatementSync;
  #next = 0;

  constructor(port: MessagePort, { file, table, width, rowCount }: ExportTask) {
    this.#port = port;
    this.#rowCount = rowCount;
    this.#rowsPerPiece = Math.ceil(CELLS_PER_PIECE / width);
    this.#database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
    const cells = Array.from({ length: width }, (_, index) => `c${index}`);
    this.#rows = this.#database.prepare(`SELECT ${cells.join(', ')} FROM ${table} WHERE row >= ? AND row < ? ORDER BY row`);
    this.#rows.setReturnArrays(true);
  }

  start(): void {
    this.#port.on('message', (message: ToExport) => {
      if (message === 'stop') this.#end();
      else this.#answer();
    });
  }

  #answer(): void {
    try {
      this.#give();
    } catch (error) {
      this.#tell({ kind: 'failed', failure: tellFailure(error) });
    }
  }

  #give(): void {
    if (this.#next >= this.#rowCount) {
      this.#tell({ kind: 'done' });
      return;
    }
    const end = Math.min(this.#next + this.#rowsPerPiece, this.#rowCount);
    const rows = this.#rows.all(this.#next, end) as unknown as string[][];
    this.#next = end;
    this.#tell({ kind: 'piece', text: rows.map(csvRow).join('') });
  }

  #tell(message: FromExport): void {
    this.#port.postMessage(message);
  }

  #end(): void {
    this.#database.close();
    this.#port.close();
  }
}

if (parentPort) new Export(parentPort, workerData as ExportTask).start();
