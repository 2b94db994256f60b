import { Worker } from 'node:worker_threads';
import type { FoundPrinter } from '#contract/api-v3/found-printer.ts';
import { ProblemError } from '#contract/problem.ts';

/** The input of a search thread. */
export interface SearchTask {
  /** Milliseconds. */
  duration: number;
  /** IP address of the network interface on which the network is asked; by default all of them. */
  networkInterface?: string | undefined;
}

/** The output of a search thread. */
export interface SearchResult {
  printers: FoundPrinter[];
}

const DURATION = 3_000;
/** The longest time that a search thread may take, in milliseconds. */
const LIMIT = 10_000;
const V8_HEAP_MB = 64;
const ENTRY = new URL('./search-worker.ts', import.meta.url);

export interface PrinterSearchOptions extends Partial<SearchTask> {
  entry?: URL | undefined;
}

/**
 * Searches the network for printers that announce themselves (multicast DNS). It asks only when a person wants that, and takes no address:
 * a client cannot use it to look around. Announcements are not trusted, so they are read in a thread with limited memory and time.
 */
export class PrinterSearch {
  readonly #options: PrinterSearchOptions;
  #running: Promise<FoundPrinter[]> | undefined;

  constructor(options: PrinterSearchOptions = {}) {
    this.#options = options;
  }

  /** Takes some seconds. A search that is already running serves further requests too. Throws `search-failed`. */
  search(): Promise<FoundPrinter[]> {
    this.#running ??= this.#search().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #search(): Promise<FoundPrinter[]> {
    const { duration = DURATION, networkInterface, entry = ENTRY } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<FoundPrinter[]>();
    const worker = new Worker(entry, {
      workerData: { duration, networkInterface } satisfies SearchTask,
      resourceLimits: { maxOldGenerationSizeMb: V8_HEAP_MB },
    });
    const limit = setTimeout(() => reject(new Error(`it took longer than ${LIMIT} ms`)), LIMIT);
    worker.on('message', ({ printers }: SearchResult) => resolve(printers));
    worker.on('error', reject);
    worker.on('exit', () => reject(new Error('it ended without a result')));
    try {
      return await promise;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ProblemError('search-failed', { detail: `The network could not be searched: ${reason}.` }, { cause: error });
    } finally {
      clearTimeout(limit);
      await worker.terminate();
    }
  }
}
