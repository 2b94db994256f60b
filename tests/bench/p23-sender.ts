import { createReadStream, statSync } from 'node:fs';
import { request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { writeArticles } from './tables-csv.ts';

/** Task of the process: write a file with that many rows, or send one. */
export type SenderTask = { kind: 'write'; file: string; rows: number } | { kind: 'send'; file: string; url: string };

/** Puts a CSV file as a table. Resolves with the status of the response. */
async function put({ file, url }: Extract<SenderTask, { kind: 'send' }>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sending = request(url, { method: 'PUT', headers: { 'content-type': 'text/csv', 'content-length': statSync(file).size } });
  sending.once('response', (answer) => {
    answer.resume();
    resolve(answer.statusCode ?? 0);
  });
  sending.once('error', reject);
  await pipeline(createReadStream(file, { highWaterMark: 262_144 }), sending);
  return promise;
}

async function follow(task: SenderTask): Promise<number> {
  if (task.kind === 'send') return put(task);
  await writeArticles(task.file, task.rows);
  return 0;
}

// Entry of a separate process, so that its memory is not counted as the controller's.
process.on('message', (task: SenderTask) => {
  void follow(task).then((status) => process.send?.(status));
});
