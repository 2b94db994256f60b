import { mkdtempSync, rmdirSync } from 'node:fs';

/**
 * Whether the disk of a file takes no change of anybody. What permissions say is no answer: a disk that the system has made read-only after a
 * fault still looks writable, so that it is tried.
 */
export function isOnReadOnlyDisk(file: string): boolean {
  try {
    rmdirSync(mkdtempSync(`${file}.`));
    return false;
  } catch (error) {
    return isReadOnlyError(error);
  }
}

/** Whether the file system refused a change because the disk is read-only. */
export function isReadOnlyError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EROFS';
}
