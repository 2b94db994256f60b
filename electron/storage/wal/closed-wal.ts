import { existsSync, writeFileSync } from 'node:fs';

/** The path of a database's WAL file. */
export function walFileOf(database: string): string {
  return `${database}-wal`;
}

/** Shorter than the header of a WAL: SQLite treats the file as empty and overwrites it. */
export const CLOSED_IN_ORDER = Buffer.from('closed in order\n');

/**
 * Marks a database as closed. SQLite deletes the WAL with the last connection; this file in its place proves at the next start that the WAL was not
 * deleted or emptied by someone else.
 */
export function markWalClosed(database: string): void {
  // Another program still has the database open.
  if (existsSync(walFileOf(database))) return;
  writeFileSync(walFileOf(database), CLOSED_IN_ORDER, { mode: 0o600 });
}
