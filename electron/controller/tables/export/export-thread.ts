import { Worker } from 'node:worker_threads';
import { toldFailure } from '../told-failure.ts';
import type { ExportTask, FromExport, ToExport } from './messages.ts';

const ENTRY = new URL('./export-worker.ts', import.meta.url);

/** The rows of a version as CSV, read and written by a thread of its own. While one piece is on its way to its reader the next is made. */
export async function* exportRows(task: ExportTask): AsyncGenerator<string> {
  const worker = new Worker(ENTRY, { workerData: task });
  const answers = new Answers(worker);
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

/** What the thread answers, in its order. */
class Answers {
  readonly gone: Promise<void>;
  readonly #waiting: FromExport[] = [];
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(worker: Worker) {
    worker.on('message', (message: FromExport) => {
      if (message.kind === 'failed') this.#fail(toldFailure(message.failure));
      else this.#waiting.push(message);
      this.#wake?.();
    });
    worker.on('error', (error: unknown) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    this.gone = new Promise((resolve) => {
      worker.on('exit', (code) => {
        this.#fail(new Error(`the thread of an export ended with code ${code}`));
        resolve();
      });
    });
  }

  /** Rejects once the thread has failed, or ended before its time. */
  async next(): Promise<FromExport> {
    while (this.#waiting.length === 0 && !this.#failure) await new Promise<void>((resolve) => (this.#wake = resolve));
    const [answer] = this.#waiting.splice(0, 1);
    if (answer) return answer;
    throw this.#failure ?? new Error('the thread of an export has said nothing');
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wake?.();
  }
}
