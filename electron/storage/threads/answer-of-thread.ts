import { Worker } from 'node:worker_threads';

export interface ThreadTask<Answer, Result> {
  /** The module that the thread runs. It posts one message, its answer. */
  entry: URL;
  data: unknown;
  /** For the error of a thread that ends without an answer: `the thread of <name> ended`. */
  name: string;
  /** The result of an answer, or a throw. */
  read: (answer: Answer) => Result;
  /** Ends the thread after its current call. */
  signal?: AbortSignal | undefined;
}

/** Runs a task in a worker thread and resolves with its result. Rejects with what `read` and the thread throw, and when the signal ended it. */
export async function answerOfThread<Answer, Result>({ entry, data, name, read, signal }: ThreadTask<Answer, Result>): Promise<Result> {
  signal?.throwIfAborted();
  const worker = new Worker(entry, { workerData: data });
  const end = (): void => void worker.terminate();
  signal?.addEventListener('abort', end);
  try {
    return read(
      await new Promise<Answer>((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.once('exit', (code) => reject(new Error(`the thread of ${name} ended with code ${code}`)));
      }),
    );
  } finally {
    signal?.removeEventListener('abort', end);
  }
}
