import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { existingDatabase } from '../database/existing-database.ts';
import { CHECKPOINT, walSizeOf } from './wal-size.ts';

/** Worker thread: checkpoints the WAL on request, on its own connection. */
const database = new DatabaseSync(existingDatabase(workerData as string), { timeout: 5_000 });
const checkpoint = database.prepare(CHECKPOINT);

parentPort?.on('message', (order: 'shorten' | 'close') => {
  if (order === 'shorten') return parentPort?.postMessage(walSizeOf(checkpoint.get()));
  database.close();
  return parentPort?.close();
});
