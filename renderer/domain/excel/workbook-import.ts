import { UnreadableError, type RowBatch } from '#contract/csv/source-row.ts';
import type { ReaderAnswer, ReaderOrder } from './workbook-messages.ts';

/** An Excel file that was read in a worker; `close` ends the worker. */
export class Workbook {
  readonly #worker: Worker;
  readonly sheetNames: readonly string[];
  #last: Promise<unknown> = Promise.resolve();

  private constructor(worker: Worker, sheetNames: readonly string[]) {
    this.#worker = worker;
    this.sheetNames = sheetNames;
  }

  /** Rejects with an `UnreadableError` if the file is not a workbook. */
  static async open(file: Blob): Promise<Workbook> {
    const worker = new Worker(new URL('./workbook-reader-worker.ts', import.meta.url), { type: 'module' });
    try {
      const answer = await ask(worker, { file });
      if (!('names' in answer)) throw new Error('The reader of workbooks answered something else.');
      return new Workbook(worker, answer.names);
    } catch (error) {
      worker.terminate();
      throw error;
    }
  }

  /** The rows of a sheet; sheets count from 0 in the order of the file. */
  async *rows(sheet: number): AsyncGenerator<RowBatch> {
    for (let from = 0; ;) {
      const answer = await this.#ask({ sheet, from });
      if (!('rows' in answer)) throw new Error('The reader of workbooks answered something else.');
      const { rows, rowCount } = answer;
      from += rows.length;
      yield { rows, share: rowCount === 0 ? 1 : from / rowCount };
      if (from >= rowCount) return;
    }
  }

  close(): void {
    this.#worker.terminate();
  }

  /** Sends one request at a time, because an answer does not name its request. */
  #ask(order: ReaderOrder): Promise<ReaderAnswer> {
    const answer = this.#last.then(() => ask(this.#worker, order));
    this.#last = answer.catch(() => undefined);
    return answer;
  }
}

/** Sends one request. The next one must wait for its answer. */
async function ask(worker: Worker, order: ReaderOrder): Promise<ReaderAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ReaderAnswer>();
  worker.onmessage = ({ data }: MessageEvent<ReaderAnswer>) => resolve(data);
  worker.onerror = ({ message }) => reject(new UnreadableError(1, 'excelBroken', message));
  worker.postMessage(order);
  const answer = await promise;
  if ('unreadable' in answer) throw new UnreadableError(1, answer.unreadable);
  return answer;
}
