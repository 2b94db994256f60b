import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { isOnReadOnlyDisk } from './read-only-disk.ts';

/** The file that is locked. It stays empty. */
export const LOCK_FILE = 'lock.db';

/**
 * Locks a data folder for this process; undefined when another process has locked it. The operating system releases the lock when the process ends, so
 * a killed process leaves no stale lock. On a read-only disk, where no process can change anything, there is no lock.
 */
export function lockFolder(folder: string): FolderLock | undefined {
  const file = join(folder, LOCK_FILE);
  const database = open(file);
  if (!database) return { release: () => undefined };
  try {
    // A lock without a write, which also works on a full disk.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}

/** Undefined when the file cannot be created because the disk is read-only. */
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
