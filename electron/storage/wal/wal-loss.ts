import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { CLOSED_IN_ORDER, walFileOf } from './closed-wal.ts';
import { walsBetween, parseWal, parseWalIndex, type WalSalts, type ParsedWalIndex, type ParsedWal } from './wal-file.ts';
import { durablePositionFileOf } from './durable-position.ts';

/** What the high-water mark file recorded about the last run. */
export interface PreviousRun {
  /** The run ended normally, with an empty WAL. */
  isClosed: boolean;
  /** Salts of its WAL; undefined if they were not recorded. */
  log?: WalSalts | undefined;
}

/** `lost`: durable commits are missing. `foreign`: the WAL belongs to another database, or to another time of this one. */
export type WalLoss = 'lost' | 'foreign';

/** The salts of a database's WAL; undefined for an empty one. */
export function walSaltsOf(database: string): WalSalts | undefined {
  return parseWal(bytesOf(walFileOf(database), FIRST_BYTES) ?? Buffer.alloc(0))?.salts;
}

/**
 * B8: detects a truncated, missing or foreign WAL, which SQLite would silently ignore or apply. Undefined when no loss can be proved. Call it before the
 * database is opened, which resets the WAL index.
 */
export function findWalLoss(database: string, before: PreviousRun | undefined): WalLoss | undefined {
  const bytes = bytesOf(walFileOf(database));
  const index = indexIn(`${database}-shm`) ?? indexIn(durablePositionFileOf(database));
  const log = bytes && parseWal(bytes);
  if (bytes?.equals(CLOSED_IN_ORDER)) return undefined;
  if (!bytes || !log) return wasWritten({ bytes, index, before }) ? 'lost' : undefined;
  if (isForeign(log, { index, before })) return 'foreign';
  return bytes.length < MAX_BYTES && isCut(log, index) ? 'lost' : undefined;
}

function indexIn(file: string): ParsedWalIndex | undefined {
  const bytes = bytesOf(file, FIRST_BYTES);
  return bytes && parseWalIndex(bytes);
}

interface Evidence {
  index: ParsedWalIndex | undefined;
  before: PreviousRun | undefined;
}

/** Whether there was a WAL with commits, when none can be read now. */
function wasWritten({ bytes, index, before }: Evidence & { bytes: Buffer | undefined }): boolean {
  if (index !== undefined && index.frames > 0) return true;
  const isJustEmptied = bytes?.length === 0 && index?.frames === 0;
  return before?.isClosed === false && !isJustEmptied;
}

/** Whether the WAL is not that of the last run. A start that was killed early has recorded its WAL in the index only; a closed run has left none. */
function isForeign({ salts, frames }: ParsedWal, { index, before }: Evidence): boolean {
  if (index?.salts === salts) return false;
  // After a power cut the index may be older than the WAL.
  if (index !== undefined && index.frames > 0) return walsBetween(index.salts, salts) === undefined;
  if (before === undefined || frames === 0) return false;
  return before.isClosed || (before.log !== undefined && walsBetween(before.log, salts) === undefined);
}

function isCut({ salts, frames, hasLaterCommits }: ParsedWal, index: ParsedWalIndex | undefined): boolean {
  return hasLaterCommits || (index?.salts === salts && index.frames > frames);
}

/** Reads at most `most` bytes from the start of a file. */
function bytesOf(file: string, most = MAX_BYTES): Buffer | undefined {
  if (!existsSync(file)) return undefined;
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(Math.min(fstatSync(handle).size, most));
    return bytes.subarray(0, readSync(handle, bytes));
  } finally {
    closeSync(handle);
  }
}

/** A larger WAL, which a long reader has kept from restarting, is not checked: it would not fit into memory. */
const MAX_BYTES = 512 * 1_024 * 1_024;
/** Enough for the header. */
const FIRST_BYTES = 4_096;
