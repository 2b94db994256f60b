import type { Kysely, Transaction } from 'kysely';
import type { KyselyDatabase } from './kysely-database.ts';

/** The connections of databases. */
const connections = new WeakMap<object, KyselyDatabase>();
/** Those of the transactions that are open. */
const open = new WeakMap<object, KyselyDatabase>();

/** From now on the transactions of `db` that `runTransaction` opens give statements its connection. */
export function lendConnection<Schema>(db: Kysely<Schema>, connection: KyselyDatabase): void {
  connections.set(db, connection);
}

/**
 * The connection of an open transaction, to run a statement on at once. Undefined for a database itself: there is one connection, which may be
 * in somebody's transaction.
 */
export function connectionOf(db: object): KyselyDatabase | undefined {
  return open.get(db);
}

/** Runs `work` in a transaction of its own, and commits what it did or takes it back. */
export function runTransaction<Schema, Result>(db: Kysely<Schema>, work: (trx: Transaction<Schema>) => Promise<Result>): Promise<Result> {
  const connection = connections.get(db);
  return db.transaction().execute(async (trx) => {
    if (connection) open.set(trx, connection);
    try {
      return await work(trx);
    } finally {
      open.delete(trx);
    }
  });
}

/** What a failure means that another connection to the file of `db` came upon; whoever listens to the disk hears of it. */
export function judgeFailureOf<Schema>(db: Kysely<Schema>, error: unknown): unknown {
  const connection = connections.get(db);
  return connection ? connection.judge(error) : error;
}
