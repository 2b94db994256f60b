import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { findDamage, type PageCheck } from './check-pages.ts';
import { isDamage } from './sqlite-failure.ts';

/** The entry of a thread that looks for damage once, on a connection of its own, and says what it found. */
function look({ file, tables }: PageCheck): string | undefined {
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

parentPort?.postMessage(look(workerData as PageCheck));
