import { existsSync } from 'node:fs';
import { moveLogAside } from '#storage/backup/swap-database.ts';
import { logOf } from '#storage/empty-log.ts';
import type { Marks } from '#storage/high-water.ts';
import { findLogLoss } from '#storage/log-loss.ts';
import { isMarkedLost, markLost } from '#storage/lost-log.ts';
import { isOutOfSpace } from '#storage/sqlite-failure.ts';
import type { Log } from '../engines/log.ts';

export interface LostLogOptions {
  /** How far the last run came, by what it has left beside the database. */
  before: Marks | 'lost' | undefined;
  /** The disk takes no change. */
  isReadOnly: boolean;
  now: () => number;
  log: Log;
}

/**
 * B8: whether part of a database's log is gone. Comes before anybody opens the database, whatever for: who opens it uses up what tells, so that
 * it is written down beside it until a recovery has gone by it. A log that is not its own is moved aside before SQLite meets it.
 */
export function noteLostLog(database: string, { before, isReadOnly, now, log }: LostLogOptions): boolean {
  if (!existsSync(database)) return false;
  const loss = findLogLoss(database, before === 'lost' ? undefined : before);
  if (loss === undefined) return wasLost(database, log);
  log.error(`${logOf(database)} is not the whole log of the last run (${loss}): what was written last is missing`);
  if (isReadOnly) return true;
  keepInMind(database, log);
  if (loss === 'foreign') moveLogAside(database, now());
  return true;
}

/** Somebody has opened the database since, or was kept from it. */
function wasLost(database: string, log: Log): boolean {
  const isLost = isMarkedLost(database);
  if (isLost) log.error(`${logOf(database)} was found not to be the whole log of a run before: what was written last is missing`);
  return isLost;
}

/** On a full disk only this start goes by it: it is not kept from reading. */
function keepInMind(database: string, log: Log): void {
  try {
    markLost(database);
  } catch (error) {
    if (!isOutOfSpace(error)) throw error;
    log.error(`that ${logOf(database)} is not whole could not be written down`, error);
  }
}
