import type { WriterAnswer, WriterOrder } from './workbook-messages.ts';
import { TooLargeError } from './write-workbook.ts';

/** Creates an Excel file of a table in a worker. Rejects with a `TooLargeError`. */
export async function makeWorkbook(order: WriterOrder): Promise<Blob> {
  const worker = new Worker(new URL('./workbook-writer-worker.ts', import.meta.url), { type: 'module' });
  try {
    const { promise, resolve, reject } = Promise.withResolvers<WriterAnswer>();
    worker.onmessage = ({ data }: MessageEvent<WriterAnswer>) => resolve(data);
    // A worker that cannot be loaded reports no message.
    worker.onerror = ({ message }) => reject(new Error(message || 'The workbook could not be created: its thread did not start.'));
    worker.postMessage(order);
    const answer = await promise;
    if ('file' in answer) return answer.file;
    throw 'tooLarge' in answer ? new TooLargeError(answer.tooLarge) : new Error(answer.failure);
  } finally {
    worker.terminate();
  }
}
