import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { moveDurably } from '../durable-file.ts';
import { unmarkDamaged } from '../later-check.ts';

/** Beside a database whose place it is to take. */
const READY = '.restore';
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
 * on where a kill has interrupted it. Returns whether one lay ready.
 */
export function takeRestored(database: string, now: number): boolean {
  const ready = restoreFileOf(database);
  if (!existsSync(ready)) return false;
  const aside = join(dirname(database), REPLACED_FOLDER, new Date(now).toISOString().replaceAll(':', '-'));
  // What lies ready comes last: it never meets the log of another database, whenever a kill comes.
  for (const ending of ['', '-shm', '-wal']) {
    if (!existsSync(database + ending)) continue;
    mkdirSync(aside, { recursive: true });
    moveDurably(database + ending, join(aside, basename(database) + ending));
  }
  unmarkDamaged(database);
  moveDurably(ready, database);
  removeOldest(dirname(aside));
  return true;
}

function removeOldest(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).sort().slice(0, -MOST_REPLACED))
    rmSync(join(folder, name), { recursive: true, maxRetries: TRIES });
}
