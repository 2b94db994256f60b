import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { csvRow } from '#contract/csv/write-csv.ts';
import { toThreadFailure } from '../../platform/thread-failure.ts';
import type { ExportTask, FromExport, ToExport } from './export-messages.ts';

/** Cells per piece: some hundred kilobytes. No read transaction is open between pieces, so that the write-ahead log can be truncated. */
const CELLS_PER_PIECE = 32_000;

/** Entry of a thread that exports a version of a table's rows as CSV, one piece per request. */
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
      this.#post({ kind: 'failed', failure: toThreadFailure(error) });
    }
  }

  #give(): void {
    if (this.#next >= this.#rowCount) {
      this.#post({ kind: 'done' });
      return;
    }
    const end = Math.min(this.#next + this.#rowsPerPiece, this.#rowCount);
    const rows = this.#rows.all(this.#next, end) as unknown as string[][];
    this.#next = end;
    this.#post({ kind: 'piece', text: rows.map(csvRow).join('') });
  }

  #post(message: FromExport): void {
    this.#port.postMessage(message);
  }

  #end(): void {
    this.#database.close();
    this.#port.close();
  }
}

if (parentPort) new Export(parentPort, workerData as ExportTask).start();
