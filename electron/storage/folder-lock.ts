import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';

/**
 * Takes a data folder for this process, or returns undefined when another process holds it. The operating system lets go of
 * the lock when the process ends, however it ends: a killed process leaves no stale lock behind.
 */
export function lockFolder(folder: string): FolderLock | undefined {
  const database = new DatabaseSync(join(folder, 'lock.db'), { timeout: 0 });
  try {
    // Nothing is ever written into it: on a full disk it could not be.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}

export interface FolderLock {
  release(): void;
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
