import type { Kysely, Transaction } from 'kysely';
import { readTransaction, writeTransaction } from './open-transactions.ts';

/**
 * Runs `work` in a transaction: in the caller's if `db` is one, else in a new one. `work` may use `trx` only: there is one connection, so a query on
 * the database itself would wait for this transaction, which waits for it (a deadlock).
 */
export function inTransaction<Schema, Result>(
  db: Kysely<Schema> | Transaction<Schema>,
  work: (trx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  return isTransaction(db) ? work(db) : writeTransaction(db, work);
}

/** Like `inTransaction`, for work that only reads: it sees one snapshot, and does not wait until earlier commits are durable. */
export function inReadTransaction<Schema, Result>(
  db: Kysely<Schema> | Transaction<Schema>,
  work: (trx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  return isTransaction(db) ? work(db) : readTransaction(db, work);
}

function isTransaction<Schema>(db: Kysely<Schema>): db is Transaction<Schema> {
  return db.isTransaction;
}
