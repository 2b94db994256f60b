import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { moveDurably } from '../files/durable-file.ts';
import { unmarkDamaged } from '../integrity/background-check.ts';
import { unmarkWalLost } from '../wal/lost-wal-marker.ts';

/** Suffix of a database that replaces this one at the next start. */
const READY = '.restore';
/** Suffixes of the WAL's files. The durable position comes last: without a WAL it would indicate a loss. */
const WAL_FILES = ['-shm', '-wal', '-durable'];
/** Suffixes of the temporary files while a backup is unpacked, including SQLite's own. */
const HALF_READY = ['.part', '.part-journal', '.part-wal', '.part-shm'];
/** Replaced databases that are kept, in case their data are still needed. */
const MAX_REPLACED = 3;
/** Retries while another program has a file open. */
const RETRIES = 5;
const REPLACED_FOLDER = 'replaced';

/** The path of the database that replaces this one at the next start. */
export function restoreFileOf(database: string): string {
  return database + READY;
}

/**
 * Replaces the database by the restored one, if there is one, and returns whether there was. Neither may be open. The old database is moved to the
 * folder `replaced` with its WAL. Continues after a kill, and removes half unpacked files.
 */
export function takeRestored(database: string, now: number): boolean {
  const ready = restoreFileOf(database);
  for (const half of HALF_READY) rmSync(ready + half, { force: true });
  if (!existsSync(ready)) return false;
  // The restored database is moved last, so that it never gets the WAL of the old one.
  moveAside(database, ['', ...WAL_FILES], now);
  unmarkDamaged(database);
  unmarkWalLost(database);
  moveDurably(ready, database);
  return true;
}

/** The folder for what a restore replaces at this time. */
export function replacedFolderOf(database: string, now: number): string {
  return join(dirname(database), REPLACED_FOLDER, new Date(now).toISOString().replaceAll(':', '-'));
}

/** Moves a foreign WAL away, which SQLite would apply to the database. */
export function moveLogAside(database: string, now: number): void {
  moveAside(database, WAL_FILES, now);
}

/** Moves the existing files with these suffixes to a new folder in `replaced`, and removes the oldest such folders. */
function moveAside(database: string, suffixes: readonly string[], now: number): void {
  const target = replacedFolderOf(database, now);
  for (const suffix of suffixes) {
    if (!existsSync(database + suffix)) continue;
    mkdirSync(target, { recursive: true });
    moveDurably(database + suffix, join(target, basename(database) + suffix));
  }
  if (existsSync(target)) removeOldest(target);
}

/** Keeps `latest` even if its time is older than the others', after the clock was set back. */
function removeOldest(latest: string): void {
  const folder = dirname(latest);
  const others = readdirSync(folder).filter((name) => name !== basename(latest));
  for (const name of others.sort().slice(0, 1 - MAX_REPLACED)) rmSync(join(folder, name), { recursive: true, maxRetries: RETRIES });
}
