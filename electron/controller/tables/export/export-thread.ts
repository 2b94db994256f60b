import { Worker } from 'node:worker_threads';
import { fromThreadFailure } from '../../platform/thread-failure.ts';
import type { ExportTask, FromExport, ToExport } from './export-messages.ts';

const ENTRY = new URL('./export-worker.ts', import.meta.url);

/** Exports a version of a table's rows as CSV in a worker thread. The next piece is produced while the current one is sent. */
export async function* exportRows(task: ExportTask): AsyncGenerator<string> {
  const worker = new Worker(ENTRY, { workerData: task });
  const answers = new WorkerMessages(worker);
  try {
    ask(worker, 'next');
    for (let answer = await answers.next(); answer.kind === 'piece'; answer = await answers.next()) {
      ask(worker, 'next');
      yield answer.text;
    }
  } finally {
    ask(worker, 'stop');
    await answers.gone;
  }
}

function ask(worker: Worker, message: ToExport): void {
  worker.postMessage(message);
}

/** The messages of the thread, in order. */
class WorkerMessages {
  readonly gone: Promise<void>;
  readonly #waiting: FromExport[] = [];
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(worker: Worker) {
    worker.on('message', (message: FromExport) => {
      if (message.kind === 'failed') this.#fail(fromThreadFailure(message.failure));
      else this.#waiting.push(message);
      this.#wake?.();
    });
    worker.on('error', (error: unknown) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    this.gone = new Promise((resolve) => {
      worker.on('exit', (code) => {
        this.#fail(new Error(`the export thread ended with code ${code}`));
        resolve();
      });
    });
  }

  /** Rejects when the thread has failed or ended early. */
  async next(): Promise<FromExport> {
    while (this.#waiting.length === 0 && !this.#failure) await new Promise<void>((resolve) => (this.#wake = resolve));
    const [answer] = this.#waiting.splice(0, 1);
    if (answer) return answer;
    throw this.#failure ?? new Error('the export thread sent no message');
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wake?.();
  }
}
