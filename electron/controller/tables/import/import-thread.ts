import { Worker } from 'node:worker_threads';
import type { FromThread, ImportTask, ToThread } from './import-messages.ts';
import { fromThreadFailure } from '../../platform/thread-failure.ts';

const ENTRY = new URL('./import-worker.ts', import.meta.url);
/** Bytes in flight to the thread, which bounds the memory of a file that arrives faster than it is stored. */
const MAX_IN_FLIGHT = 1_048_576;

export interface ImportThreadOptions {
  /** The file of the database. */
  file: string;
  /** The declared encoding. */
  charset: string | undefined;
  /** Creates a physical table for these columns; returns its id and the file in which the thread stages rows. */
  createTable: (columns: readonly string[]) => Promise<{ id: number; stagingFile: string }>;
  /** Lends the database: nothing else uses it until the promise of `work` settles. */
  lend: (work: () => Promise<void>) => Promise<void>;
}

/**
 * A thread that imports one CSV file. The event loop only passes bytes; the thread gets the database for some thousand rows at a time, and
 * other work runs in between.
 */
export class ImportThread {
  readonly #options: ImportThreadOptions;
  readonly #worker: Worker;
  readonly #gone = Promise.withResolvers<unknown>();
  readonly #outcome = Promise.withResolvers<number>();
  #isSettled = false;
  #inFlight = 0;
  #taken: PromiseWithResolvers<void> | undefined;
  #turn: PromiseWithResolvers<void> | undefined;
  #creation: Promise<void> | undefined;

  constructor(options: ImportThreadOptions) {
    this.#options = options;
    this.#worker = new Worker(ENTRY, { workerData: { file: options.file, charset: options.charset } satisfies ImportTask });
    this.#worker.on('message', (message: FromThread) => this.#hear(message));
    this.#worker.on('error', (error: unknown) => this.#fail(error));
    this.#worker.on('exit', (code) => {
      this.#fail(new Error(`the import thread ended with code ${code}`));
      this.#turn?.resolve();
      this.#gone.resolve(undefined);
    });
    // The caller of `run` gets the error; it may occur before.
    this.#outcome.promise.catch(() => undefined);
  }

  /**
   * Resolves with the number of rows when all are written. When it rejects, the thread has ended and writes nothing more. Takes ownership
   * of the bytes.
   */
  async run(bytes: AsyncIterable<Uint8Array>): Promise<number> {
    try {
      await this.#send(bytes);
      return await this.#outcome.promise;
    } finally {
      this.#post({ kind: 'stop' });
      await this.#gone.promise;
      // The caller drops the table after a cancellation, so its creation must be complete.
      await this.#creation;
    }
  }

  /** Sends the bytes as fast as the thread takes them; stops when the thread fails. */
  async #send(bytes: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const piece of bytes) {
      if (this.#isSettled) return;
      const own = ownBytes(piece);
      this.#inFlight += own.length;
      this.#worker.postMessage({ kind: 'bytes', bytes: own } satisfies ToThread, [own.buffer]);
      while (this.#inFlight > MAX_IN_FLIGHT && !this.#isSettled) await (this.#taken = Promise.withResolvers()).promise;
    }
    this.#post({ kind: 'end' });
  }

  #hear(message: FromThread): void {
    if (message.kind === 'taken') {
      this.#inFlight -= message.size;
      this.#taken?.resolve();
    } else if (message.kind === 'ready') this.#lend().catch((error: unknown) => this.#fail(error));
    else if (message.kind === 'written') this.#turn?.resolve();
    else if (message.kind === 'columns') this.#creation = this.#createTable(message.columns).catch((error: unknown) => this.#fail(error));
    else if (message.kind === 'failed') this.#fail(fromThreadFailure(message.failure));
    else this.#settle(() => this.#outcome.resolve(message.rowCount));
  }

  /** A turn ends when its rows are written, or with the thread; then the changes of a failed turn are rolled back. */
  async #lend(): Promise<void> {
    await this.#options.lend(async () => {
      if (this.#isSettled) return;
      this.#turn = Promise.withResolvers();
      this.#post({ kind: 'turn' });
      await this.#turn.promise;
    });
  }

  async #createTable(columns: readonly string[]): Promise<void> {
    this.#post({ kind: 'table', ...(await this.#options.createTable(columns)) });
  }

  #fail(error: unknown): void {
    this.#settle(() => this.#outcome.reject(error));
  }

  #settle(end: () => void): void {
    this.#isSettled = true;
    end();
    this.#taken?.resolve();
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message);
  }
}

/** Transfers a piece that owns its buffer, since copies of a long file cost garbage collection. Copies other pieces. */
function ownBytes(piece: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = piece;
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isAlone ? new Uint8Array(buffer) : new Uint8Array(piece);
}
