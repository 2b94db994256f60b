import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removePatiently } from '../files/durable-file.ts';

/** File name extension of backups. */
export const BACKUP_ENDING = '.strobe-backup';

/** Suffixes of the temporary files of a backup that is being made. */
export const UNFINISHED = ['.copy', '.part'] as const;

const LEFT_BEHIND = new RegExp(`\\${BACKUP_ENDING}\\.(copy|part)(\\.part)?(-journal|-wal|-shm)?$`);

/** The names of the backups in a folder; empty for a missing folder. */
export async function backupNames(folder: string): Promise<string[]> {
  return (await names(folder)).filter((name) => name.endsWith(BACKUP_ENDING));
}

/** Times further in the future than this, in milliseconds, are wrong; earlier ones may result from a clock that was set back. */
const MAX_AHEAD = 24 * 3_600_000;

/**
 * A comparison function that sorts the times of backups, newest first. C2: a time far in the future comes last, because the clock was wrong when that
 * backup was made and its age is unknown.
 */
export function newestFirst(now: number): (one: number, other: number) => number {
  const isAhead = (made: number): number => Number(made > now + MAX_AHEAD);
  return (one, other) => isAhead(one) - isAhead(other) || other - one;
}

/** A7: removes the temporary files that a killed process has left. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await names(folder)) if (LEFT_BEHIND.test(name)) removePatiently(join(folder, name));
}

async function names(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
