import type { Kysely, Transaction } from 'kysely';
import { readTransaction, runTransaction } from './open-transactions.ts';

/**
 * Runs `work` in one transaction: in the caller's when `db` is one, else in its own. Inside, only `trx` may be used: there is one
 * connection, and whoever asks the database itself waits for the transaction that waits for him.
 */
export function inTransaction<Schema, Result>(
  db: Kysely<Schema> | Transaction<Schema>,
  work: (trx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  return isTransaction(db) ? work(db) : runTransaction(db, work);
}

/** The same for work that changes nothing: it sees everything at one moment, also while what others have changed is on its way to the disk. */
export function inReading<Schema, Result>(
  db: Kysely<Schema> | Transaction<Schema>,
  work: (trx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  return isTransaction(db) ? work(db) : readTransaction(db, work);
}

function isTransaction<Schema>(db: Kysely<Schema>): db is Transaction<Schema> {
  return db.isTransaction;
}
