import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { findDamage, type PageCheck } from './find-damage.ts';
import { isDamage } from './sqlite-failure.ts';

/** Worker thread: checks a database for damage once, on its own connection, and posts the result. */
function check({ file, tables }: PageCheck): string | undefined {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return findDamage(database, tables);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return String(error);
  } finally {
    database.close();
  }
}

parentPort?.postMessage(check(workerData as PageCheck));
