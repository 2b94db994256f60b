import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removePatiently } from '../durable-file.ts';

/** Every backup's name ends with it. */
export const BACKUP_ENDING = '.strobe-backup';

/** What is on its way to become a backup has one of these behind its name. */
export const UNFINISHED = ['.copy', '.part'] as const;

const LEFT_BEHIND = new RegExp(`\\${BACKUP_ENDING}\\.(copy|part)(\\.part)?(-journal|-wal|-shm)?$`);

/** The backups in a folder; none where there is no folder. */
export async function backupNames(folder: string): Promise<string[]> {
  return (await names(folder)).filter((name) => name.endsWith(BACKUP_ENDING));
}

/** So far may a clock have been set back since, in milliseconds. */
const MOST_AHEAD = 24 * 3_600_000;

/**
 * Puts moments at which backups were made in the order in which they are wanted, the newest first. C2: one of a time that is far ahead was made while
 * the clock showed something else, and nobody knows how old it is: it comes behind all others.
 */
export function newestFirst(now: number): (one: number, other: number) => number {
  const isAhead = (made: number): number => Number(made > now + MOST_AHEAD);
  return (one, other) => isAhead(one) - isAhead(other) || other - one;
}

/** A7: removes what a kill has left of backups that were being made. */
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
