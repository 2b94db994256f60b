import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { IN_ORDER, logOf } from './empty-log.ts';
import { logsBetween, readLog, readLogIndex, type LogSalts, type ReadIndex, type ReadLog } from './log-file.ts';
import { witnessOf } from './log-witness.ts';

/** What is known of the last run beside its database. */
export interface RunBefore {
  /** It ended in order, and left nothing in its log. */
  isClosed: boolean;
  /** Of the log that it wrote; undefined when that was not written down. */
  log?: LogSalts | undefined;
}

/** `lost`: commits that were durable are gone. `foreign`: it is the log of another database, or of another time. */
export type LogLoss = 'lost' | 'foreign';

/** The salts of a database's log; undefined while nothing is in it. */
export function logSaltsOf(database: string): LogSalts | undefined {
  return readLog(bytesOf(logOf(database), FIRST_BYTES) ?? Buffer.alloc(0))?.salts;
}

/**
 * B8: what is wrong with a log before SQLite reads it, which takes a log as far as it goes, whosever it is, and says nothing. Undefined when
 * nothing is, as far as can be told. Comes before the database is opened: its index is gone then.
 */
export function findLogLoss(database: string, before: RunBefore | undefined): LogLoss | undefined {
  const bytes = bytesOf(logOf(database));
  const index = indexIn(`${database}-shm`) ?? indexIn(witnessOf(database));
  const log = bytes && readLog(bytes);
  if (bytes?.equals(IN_ORDER)) return undefined;
  if (!bytes || !log) return wasWritten({ bytes, index, before }) ? 'lost' : undefined;
  if (isForeign(log, { index, before })) return 'foreign';
  return bytes.length < MOST_BYTES && isCut(log, index) ? 'lost' : undefined;
}

function indexIn(file: string): ReadIndex | undefined {
  const bytes = bytesOf(file, FIRST_BYTES);
  return bytes && readLogIndex(bytes);
}

interface Witnesses {
  index: ReadIndex | undefined;
  before: RunBefore | undefined;
}

/** No log can be read: whether there was one. */
function wasWritten({ bytes, index, before }: Witnesses & { bytes: Buffer | undefined }): boolean {
  if (index !== undefined && index.frames > 0) return true;
  const isJustEmptied = bytes?.length === 0 && index?.frames === 0;
  return before?.isClosed === false && !isJustEmptied;
}

/** A start that was killed early may have begun a log of which nobody knows but its index; a run that ended in order has left none. */
function isForeign({ salts, frames }: ReadLog, { index, before }: Witnesses): boolean {
  if (index?.salts === salts) return false;
  // An index of an earlier time is what a power cut may leave.
  if (index !== undefined && index.frames > 0) return logsBetween(index.salts, salts) === undefined;
  if (before === undefined || frames === 0) return false;
  return before.isClosed || (before.log !== undefined && logsBetween(before.log, salts) === undefined);
}

function isCut({ salts, frames, hasLaterCommits }: ReadLog, index: ReadIndex | undefined): boolean {
  return hasLaterCommits || (index?.salts === salts && index.frames > frames);
}

/** Of a file that is longer only the beginning is read. */
function bytesOf(file: string, most = MOST_BYTES): Buffer | undefined {
  if (!existsSync(file)) return undefined;
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(Math.min(fstatSync(handle).size, most));
    return bytes.subarray(0, readSync(handle, bytes));
  } finally {
    closeSync(handle);
  }
}

/** A log that a reader has kept from being filled anew for so long is not looked through: it would not fit into the memory. */
const MOST_BYTES = 512 * 1_024 * 1_024;
/** Of a log: its header is in them. */
const FIRST_BYTES = 4_096;
