import { existsSync, writeFileSync } from 'node:fs';

/** The file of a database's log. */
export function logOf(database: string): string {
  return `${database}-wal`;
}

/** Shorter than the header of a log: SQLite reads it as none, and writes over it. */
export const IN_ORDER = Buffer.from('closed in order\n');

/**
 * SQLite takes the log away with the last connection. A few words in its place say at the next start that the database was closed in order and
 * nobody has taken its log away, or emptied it.
 */
export function leaveEmptyLog(database: string): void {
  // Another program still reads by it.
  if (existsSync(logOf(database))) return;
  writeFileSync(logOf(database), IN_ORDER, { mode: 0o600 });
}
