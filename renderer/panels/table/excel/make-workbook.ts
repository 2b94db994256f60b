import type { WriterAnswer, WriterOrder } from './messages.ts';
import { TooLargeError } from './write-workbook.ts';

/** Makes an Excel file of a table, in a thread of its own. Rejects with a `TooLargeError`. */
export async function makeWorkbook(order: WriterOrder): Promise<Blob> {
  const worker = new Worker(new URL('./workbook-writer.ts', import.meta.url), { type: 'module' });
  try {
    const { promise, resolve, reject } = Promise.withResolvers<WriterAnswer>();
    worker.onmessage = ({ data }: MessageEvent<WriterAnswer>) => resolve(data);
    // One that could not be loaded says nothing.
    worker.onerror = ({ message }) => reject(new Error(message || 'The thread that writes workbooks could not be started.'));
    worker.postMessage(order);
    const answer = await promise;
    if ('file' in answer) return answer.file;
    throw 'tooLarge' in answer ? new TooLargeError(answer.tooLarge) : new Error(answer.failure);
  } finally {
    worker.terminate();
  }
}
