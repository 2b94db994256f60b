import { existsSync } from 'node:fs';
import { removePatiently, writeDurably } from '../files/durable-file.ts';

/** Whether a loss of the WAL was found and has not been handled yet. */
export function isWalMarkedLost(database: string): boolean {
  return existsSync(markOf(database));
}

/** Records durably that part of the WAL is lost: opening the database removes the evidence. */
export function markWalLost(database: string): void {
  writeDurably(markOf(database), '');
}

/** The loss has been handled, or the database was replaced. */
export function unmarkWalLost(database: string): void {
  removePatiently(markOf(database));
}

function markOf(database: string): string {
  return `${database}.log-lost`;
}
