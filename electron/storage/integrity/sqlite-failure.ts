import { ProblemError } from '#contract/problem.ts';
import { isReadOnlyError } from '../files/read-only-disk.ts';

const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_CONSTRAINT = 19;
const SQLITE_NOTADB = 26;
/** Extended code of SQLITE_IOERR: the WAL index file cannot grow. */
const SQLITE_IOERR_SHMSIZE = 4874;
/** Extended code of SQLITE_IOERR: a write failed. The commit record is written last, so there was no commit. */
const SQLITE_IOERR_WRITE = 778;

/** Errors of a commit after which nothing has been written for certain. */
const CERTAIN_AT_COMMIT: ReadonlySet<number | undefined> = new Set([SQLITE_BUSY, SQLITE_FULL, SQLITE_CONSTRAINT]);

/** It is unknown whether the last change was written: a disk may keep or lose data whose sync failed. */
export class BrokenDatabaseError extends Error {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The database could not be written (${reason}). Whether the last change was saved is unknown until it is opened again.`, {
      cause,
    });
    this.name = 'BrokenDatabaseError';
  }
}

/** The content of the file is not reliable. */
export class DamagedDatabaseError extends Error {
  /** `problem` is a sentence without its full stop that names the file. */
  constructor(problem: string, cause: unknown) {
    super(`${problem}. Restore a backup, or move it away to start with an empty one.`, { cause });
    this.name = 'DamagedDatabaseError';
  }
}

/**
 * Classifies the error of a statement: returns `disk-full`, `disk-read-only`, a `BrokenDatabaseError` for an unknown outcome, or the error itself.
 * `isReadOnly` finds out whether the disk is read-only.
 */
export function judgeFailure(sql: string, error: unknown, isReadOnly: () => boolean): unknown {
  const code = errorCode(error);
  if (isOpenedForReading(error) || (mayBeReadOnly(error) && isReadOnly())) {
    return new ProblemError(
      'disk-read-only',
      { detail: 'The disk that holds the database is read-only; nothing was changed.' },
      { cause: error },
    );
  }
  if (code === SQLITE_FULL || isOutOfSpace(error)) {
    return new ProblemError('disk-full', { detail: 'The disk that holds the database is full; nothing was changed.' }, { cause: error });
  }
  const isCommitOpen = sql === 'commit' && !CERTAIN_AT_COMMIT.has(code);
  return code === SQLITE_IOERR || isCommitOpen ? new BrokenDatabaseError(error) : error;
}

/** Whether the file was opened read-only. It stays so until it is opened again. */
export function isOpenedForReading(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_READONLY;
}

/** Errors that SQLite reports when a disk has become read-only while the file is open; it has no code of its own for that. */
function mayBeReadOnly(error: unknown): boolean {
  const isRefusedWrite = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_IOERR_WRITE;
  return isRefusedWrite || errorCode(error) === SQLITE_CANTOPEN || isReadOnlyError(error);
}

/** Whether a file could not be written because the disk is full. */
export function isOutOfSpace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC';
}

/** Whether a database cannot be opened because its disk is full. */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (errorCode(cause) === SQLITE_FULL || ('errcode' in cause && cause.errcode === SQLITE_IOERR_SHMSIZE)) return true;
  }
  return false;
}

/** Whether the content of the file is damaged. */
export function isDamage(error: unknown): boolean {
  const code = errorCode(error);
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

/** SQLite's primary result code: the lowest byte of an extended one. */
function errorCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
