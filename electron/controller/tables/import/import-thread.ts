import { Worker } from 'node:worker_threads';
import type { FromThread, ImportTask, ToThread } from './messages.ts';
import { toldFailure } from '../told-failure.ts';

const ENTRY = new URL('./import-worker.ts', import.meta.url);
/** Bytes that are on their way to the thread: so much is in memory of a file that comes faster than it is stored. */
const MOST_ON_THE_WAY = 1_048_576;

export interface ImportThreadOptions {
  /** The database. */
  file: string;
  /** The encoding that was declared. */
  charset: string | undefined;
  /** Makes a physical table for these columns: its number, and the file in which the thread lays its rows ready. */
  createTable: (columns: readonly string[]) => Promise<{ id: number; stagingFile: string }>;
  /** Lends the database: nobody else works with it until the promise that `work` gives is settled. */
  lend: (work: () => Promise<void>) => Promise<void>;
}

/**
 * A thread that reads one CSV file into a table. The event loop does nothing for it but hand over bytes; the database is lent to it for some
 * thousand rows at a time, and between two turns everybody else has theirs.
 */
export class ImportThread {
  readonly #options: ImportThreadOptions;
  readonly #worker: Worker;
  readonly #gone = Promise.withResolvers<unknown>();
  readonly #outcome = Promise.withResolvers<number>();
  #isSettled = false;
  #onTheWay = 0;
  #taken: PromiseWithResolvers<void> | undefined;
  #turn: PromiseWithResolvers<void> | undefined;
  #creation: Promise<void> | undefined;

  constructor(options: ImportThreadOptions) {
    this.#options = options;
    this.#worker = new Worker(ENTRY, { workerData: { file: options.file, charset: options.charset } satisfies ImportTask });
    this.#worker.on('message', (message: FromThread) => this.#hear(message));
    this.#worker.on('error', (error: unknown) => this.#fail(error));
    this.#worker.on('exit', (code) => {
      this.#fail(new Error(`the thread of an import ended with code ${code}`));
      this.#turn?.resolve();
      this.#gone.resolve(undefined);
    });
    // Whoever runs it is told; it may fail before.
    this.#outcome.promise.catch(() => undefined);
  }

  /**
   * Resolves with the number of rows once all are written. When it rejects the thread is gone, and with it whatever it was about to do. The
   * bytes are not the caller's any more.
   */
  async run(bytes: AsyncIterable<Uint8Array>): Promise<number> {
    try {
      await this.#send(bytes);
      return await this.#outcome.promise;
    } finally {
      this.#tell({ kind: 'stop' });
      await this.#gone.promise;
      // Who called it off drops the table, also one that was just being made.
      await this.#creation;
    }
  }

  /** Hands the bytes over as fast as they are taken; none any more once the thread has failed over those before. */
  async #send(bytes: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const piece of bytes) {
      if (this.#isSettled) return;
      const own = ownBytes(piece);
      this.#onTheWay += own.length;
      this.#worker.postMessage({ kind: 'bytes', bytes: own } satisfies ToThread, [own.buffer]);
      while (this.#onTheWay > MOST_ON_THE_WAY && !this.#isSettled) await (this.#taken = Promise.withResolvers()).promise;
    }
    this.#tell({ kind: 'end' });
  }

  #hear(message: FromThread): void {
    if (message.kind === 'taken') {
      this.#onTheWay -= message.size;
      this.#taken?.resolve();
    } else if (message.kind === 'ready') this.#lend().catch((error: unknown) => this.#fail(error));
    else if (message.kind === 'written') this.#turn?.resolve();
    else if (message.kind === 'columns') this.#creation = this.#createTable(message.columns).catch((error: unknown) => this.#fail(error));
    else if (message.kind === 'failed') this.#fail(toldFailure(message.failure));
    else this.#settle(() => this.#outcome.resolve(message.rowCount));
  }

  /** A turn ends when its rows are written, or with the thread: what a failed one has begun is taken back by then. */
  async #lend(): Promise<void> {
    await this.#options.lend(async () => {
      if (this.#isSettled) return;
      this.#turn = Promise.withResolvers();
      this.#tell({ kind: 'turn' });
      await this.#turn.promise;
    });
  }

  async #createTable(columns: readonly string[]): Promise<void> {
    this.#tell({ kind: 'table', ...(await this.#options.createTable(columns)) });
  }

  #fail(error: unknown): void {
    this.#settle(() => this.#outcome.reject(error));
  }

  #settle(end: () => void): void {
    this.#isSettled = true;
    end();
    this.#taken?.resolve();
  }

  #tell(message: ToThread): void {
    this.#worker.postMessage(message);
  }
}

/** A piece that has a buffer to itself is handed over as it is: copies of a long file keep the garbage collector at work. Others are copied. */
function ownBytes(piece: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = piece;
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isAlone ? new Uint8Array(buffer) : new Uint8Array(piece);
}
