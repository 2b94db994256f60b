import { readFileSync } from 'node:fs';

const LIMITS = '/proc/self/limits';

/** File descriptors for everything but connections: database, logs, threads, printers' files and backups. */
const RESERVED = 160;
const LEAST = 16;

/** B5: how many connections leave enough file descriptors for printing. Undefined where the system sets no limit. */
export function maxConnections(openFiles: number | undefined): number | undefined {
  return openFiles === undefined ? undefined : Math.max(LEAST, openFiles - RESERVED);
}

/** How many files Linux lets this process open; undefined on other systems, which limit them differently. */
export function openFilesLimit(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const soft = /^Max open files\s+(\d+)/m.exec(readFileSync(LIMITS, 'utf8'))?.[1];
  return soft === undefined ? undefined : Number(soft);
}
