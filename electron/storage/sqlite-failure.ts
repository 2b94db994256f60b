import { ProblemError } from '#contract/problem.ts';
import { isReadOnlyError } from './read-only-disk.ts';

const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_CONSTRAINT = 19;
const SQLITE_NOTADB = 26;
/** An extended code of SQLITE_IOERR: the index of the log, which lies in a file of its own, cannot grow. */
const SQLITE_IOERR_SHMSIZE = 4874;
/** Another one: the disk refused a write. What makes a commit one is written last, so that it is certain that there is none. */
const SQLITE_IOERR_WRITE = 778;

/** Failures of a commit after which SQLite says for certain that nothing was written. */
const CERTAIN_AT_COMMIT: ReadonlySet<number | undefined> = new Set([SQLITE_BUSY, SQLITE_FULL, SQLITE_CONSTRAINT]);

/** Whether the last change is on the disk nobody can say: a disk may lose what it failed to make durable, or keep it. */
export class BrokenDatabaseError extends Error {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The database could not be written (${reason}): whether the last change was kept is unknown until it is opened anew.`, { cause });
    this.name = 'BrokenDatabaseError';
  }
}

/** Nothing that the file says can be relied upon. `what` names it. */
export class DamagedDatabaseError extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what}. Put a backup in its place, or move it away to start anew.`, { cause });
    this.name = 'DamagedDatabaseError';
  }
}

/**
 * What a failure of a statement means: a full disk has its name, a read-only one, and one that leaves the outcome open; others stay what they
 * are. `isReadOnly` finds out whether the disk takes no change.
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

/** Whether the file was opened where nothing can be written: what cannot be written stays so until it is opened anew. */
export function isOpenedForReading(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_READONLY;
}

/** SQLite has no name for a disk that became read-only under an open file. */
function mayBeReadOnly(error: unknown): boolean {
  const isRefusedWrite = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_IOERR_WRITE;
  return isRefusedWrite || errorCode(error) === SQLITE_CANTOPEN || isReadOnlyError(error);
}

/** A file beside the database, on the same disk, could not be written. */
export function isOutOfSpace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC';
}

/** Whether a database cannot be opened because its disk is full. */
export function isWithoutRoom(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (errorCode(cause) === SQLITE_FULL || ('errcode' in cause && cause.errcode === SQLITE_IOERR_SHMSIZE)) return true;
  }
  return false;
}

/** Whether the file's content is at fault. */
export function isDamage(error: unknown): boolean {
  const code = errorCode(error);
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

/** SQLite's primary result code; the extended ones have it in their lowest byte. */
function errorCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
