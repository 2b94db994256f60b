import type { Kysely, Transaction } from 'kysely';
import { runTransaction } from './open-transactions.ts';

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

function isTransaction<Schema>(db: Kysely<Schema>): db is Transaction<Schema> {
  return db.isTransaction;
}
