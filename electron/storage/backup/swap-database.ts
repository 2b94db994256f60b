import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { moveDurably } from '../durable-file.ts';
import { unmarkDamaged } from '../later-check.ts';
import { unmarkLost } from '../lost-log.ts';

/** Beside a database whose place it is to take. */
const READY = '.restore';
/** What belongs to its log. The witness comes last: without a log it says that one is lost. */
const LOG_FILES = ['-shm', '-wal', '-witness'];
/** Behind its name while it is unpacked; SQLite may put a file of its own beside it. */
const HALF_READY = ['.part', '.part-journal', '.part-wal', '.part-shm'];
/** Databases that were replaced: so many are kept, since a person may still need what is in them. */
const MOST_REPLACED = 3;
/** A folder in which another program holds a file for a moment is tried again. */
const TRIES = 5;
const REPLACED_FOLDER = 'replaced';

/** Where a database is laid ready that takes the place of this one with the next start. */
export function restoreFileOf(database: string): string {
  return database + READY;
}

/**
 * Puts the database that lies ready in the place of this one, which is moved aside with its log, never deleted; nobody has either open. Goes
 * on where a kill has interrupted it, and removes what a kill has left half unpacked. Returns whether one lay ready.
 */
export function takeRestored(database: string, now: number): boolean {
  const ready = restoreFileOf(database);
  for (const half of HALF_READY) rmSync(ready + half, { force: true });
  if (!existsSync(ready)) return false;
  // What lies ready comes last: it never meets the log of another database, whenever a kill comes.
  moveAside(database, ['', ...LOG_FILES], now);
  unmarkDamaged(database);
  unmarkLost(database);
  moveDurably(ready, database);
  return true;
}

/** Moves a log aside that is not the database's own: SQLite would put its pages among the others. */
export function moveLogAside(database: string, now: number): void {
  moveAside(database, LOG_FILES, now);
}

/** The files of a database with these endings, as far as they are there. Of what was moved before the newest is kept. */
function moveAside(database: string, endings: readonly string[], now: number): void {
  const aside = join(dirname(database), REPLACED_FOLDER, new Date(now).toISOString().replaceAll(':', '-'));
  for (const ending of endings) {
    if (!existsSync(database + ending)) continue;
    mkdirSync(aside, { recursive: true });
    moveDurably(database + ending, join(aside, basename(database) + ending));
  }
  if (existsSync(aside)) removeOldest(aside);
}

/** What was moved aside just now stays, whatever the clock showed when the others were. */
function removeOldest(present: string): void {
  const folder = dirname(present);
  const others = readdirSync(folder).filter((name) => name !== basename(present));
  for (const name of others.sort().slice(0, 1 - MOST_REPLACED)) rmSync(join(folder, name), { recursive: true, maxRetries: TRIES });
}
