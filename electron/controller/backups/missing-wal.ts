import { existsSync } from 'node:fs';
import { moveLogAside } from '#storage/backup/swap-database.ts';
import { walFileOf } from '#storage/wal/closed-wal.ts';
import type { HighWaterMarks } from '#storage/high-water.ts';
import { findWalLoss } from '#storage/wal/wal-loss.ts';
import { isWalMarkedLost, markWalLost } from '#storage/wal/lost-wal-marker.ts';
import { isOutOfSpace } from '#storage/integrity/sqlite-failure.ts';
import type { Log } from '#process/log.ts';

export interface LostLogOptions {
  /** The high-water marks of the last run, stored outside the database. */
  before: HighWaterMarks | 'lost' | undefined;
  /** Whether the disk is read-only. */
  isReadOnly: boolean;
  now: () => number;
  log: Log;
}

/**
 * B8: whether a part of the write-ahead log is missing. Must run before the database is opened for any purpose, because opening it destroys
 * the evidence; the result is therefore stored in a file until a recovery has handled it. A log that belongs to another database is moved
 * aside before SQLite reads it.
 */
export function noteLostLog(database: string, { before, isReadOnly, now, log }: LostLogOptions): boolean {
  if (!existsSync(database)) return false;
  const loss = findWalLoss(database, before === 'lost' ? undefined : before);
  if (loss === undefined) return wasLost(database, log);
  log.error(`${walFileOf(database)} is not the complete write-ahead log of the last run (${loss}): the last changes are missing`);
  if (isReadOnly) return true;
  storeLoss(database, log);
  if (loss === 'foreign') moveLogAside(database, now());
  return true;
}

/** Whether an earlier start found the loss; the database may have been opened since. */
function wasLost(database: string, log: Log): boolean {
  const isLost = isWalMarkedLost(database);
  if (isLost) log.error(`${walFileOf(database)} was found incomplete by an earlier start: the last changes are missing`);
  return isLost;
}

/** Stores the loss. On a full disk only this start knows it, which does not prevent reading. */
function storeLoss(database: string, log: Log): void {
  try {
    markWalLost(database);
  } catch (error) {
    if (!isOutOfSpace(error)) throw error;
    log.error(`the loss of a part of ${walFileOf(database)} could not be recorded`, error);
  }
}
