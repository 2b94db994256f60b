import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { isOnReadOnlyDisk } from './read-only-disk.ts';

/** What a data folder is held by; nothing is ever written into it. */
export const LOCK_FILE = 'lock.db';

/**
 * Takes a data folder for this process, or returns undefined when another process holds it. The operating system lets go of
 * the lock when the process ends, however it ends: a killed process leaves no stale lock behind.
 * On a read-only disk, where nobody can change anything, it keeps nobody out.
 */
export function lockFolder(folder: string): FolderLock | undefined {
  const file = join(folder, LOCK_FILE);
  const database = open(file);
  if (!database) return { release: () => undefined };
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

/** Undefined where there is none yet and none can be made: on a read-only disk. */
function open(file: string): DatabaseSync | undefined {
  try {
    return new DatabaseSync(file, { timeout: 0 });
  } catch (error) {
    if (isOnReadOnlyDisk(file)) return undefined;
    throw error;
  }
}

export interface FolderLock {
  release(): void;
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
