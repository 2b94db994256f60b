import { mkdtempSync, rmdirSync } from 'node:fs';

/**
 * Whether the disk of a file is read-only. It tries to create a folder, because a disk that the system has remounted read-only after a fault still has
 * write permissions.
 */
export function isOnReadOnlyDisk(file: string): boolean {
  try {
    rmdirSync(mkdtempSync(`${file}.`));
    return false;
  } catch (error) {
    return isReadOnlyError(error);
  }
}

/** Whether a change failed because the file system is read-only. */
export function isReadOnlyError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EROFS';
}
