import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { SHORTEN, stateOf } from './log-state.ts';

/** The entry of a thread that puts the log of a database into the file itself when it is asked to, on a connection of its own. */
const database = new DatabaseSync(workerData as string, { timeout: 5_000 });
const shorten = database.prepare(SHORTEN);

parentPort?.on('message', (order: 'shorten' | 'close') => {
  if (order === 'shorten') return parentPort?.postMessage(stateOf(shorten.get()));
  database.close();
  return parentPort?.close();
});
