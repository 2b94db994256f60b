import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { tablesOf } from './find-damage.ts';
import { isDamage } from './sqlite-failure.ts';

const ENTRY = new URL('./damage-check-worker.ts', import.meta.url);

/**
 * Checks all tables of a database for damage in a thread, on a connection that only reads, and records nothing. Returns the damage, or undefined. The
 * signal ends the wait with an `AbortError`; the thread ends after the table that it checks. Throws what opening the file throws.
 */
export async function damageIn(file: string, signal: AbortSignal): Promise<string | undefined> {
  const tables = readTables(file);
  if (typeof tables === 'string') return tables;
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const worker = new Worker(ENTRY, { workerData: { file, tables } });
  worker.once('message', resolve);
  worker.once('error', reject);
  const end = (): void => {
    // A thread in the middle of a table ends later, and must not keep a command running.
    worker.unref();
    void worker.terminate();
    reject(new DOMException('The check was ended.', 'AbortError'));
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** The tables, or the damage that prevents reading their names. */
function readTables(file: string): string[] | string {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 1_000 });
  try {
    return tablesOf(database);
  } catch (error) {
    if (isDamage(error)) return String(error);
    throw error;
  } finally {
    database.close();
  }
}
