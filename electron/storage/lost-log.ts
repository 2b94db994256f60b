import { existsSync } from 'node:fs';
import { removePatiently, writeDurably } from './durable-file.ts';

/** Whether it was found that part of the database's log is gone, and nobody has gone by it yet. */
export function isMarkedLost(database: string): boolean {
  return existsSync(markOf(database));
}

/** Writes durably beside the database that part of its log is gone: whoever opens it uses up what tells. */
export function markLost(database: string): void {
  writeDurably(markOf(database), '');
}

/** What is in the database since goes behind what may have been printed; or it is another one. */
export function unmarkLost(database: string): void {
  removePatiently(markOf(database));
}

function markOf(database: string): string {
  return `${database}.log-lost`;
}
