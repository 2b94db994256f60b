import { closeSync, existsSync, openSync } from 'node:fs';

/** The file of a database's log. */
export function logOf(database: string): string {
  return `${database}-wal`;
}

/**
 * SQLite takes the log away with the last connection. An empty one in its place, which it reads as none, says at the next start that the database
 * was closed in order and nobody has taken its log away.
 */
export function leaveEmptyLog(database: string): void {
  if (existsSync(logOf(database))) return;
  closeSync(openSync(logOf(database), 'a', 0o600));
}
