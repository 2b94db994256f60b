import { readFileSync } from 'node:fs';

const LIMITS = '/proc/self/limits';

/** Files that a controller needs beside its connections: database, marks, logs, its threads, and backups. */
const RESERVED = 160;
const LEAST = 16;

/** B5: how many connections leave enough of the files that the system lets a process open for those that print. Undefined where it sets no limit. */
export function mostConnections(openFiles: number | undefined): number | undefined {
  return openFiles === undefined ? undefined : Math.max(LEAST, openFiles - RESERVED);
}

/** How many files Linux lets this process open; undefined elsewhere, where it is no matter of a number. */
export function openFilesLimit(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const soft = /^Max open files\s+(\d+)/m.exec(readFileSync(LIMITS, 'utf8'))?.[1];
  return soft === undefined ? undefined : Number(soft);
}
