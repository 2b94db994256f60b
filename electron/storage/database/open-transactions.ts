import type { Kysely, Transaction } from 'kysely';
import type { TableVersions } from './table-versions.ts';
import type { KyselyDatabase } from './kysely-database.ts';

const connections = new WeakMap<object, KyselyDatabase>();

interface OpenTransaction {
  connection: KyselyDatabase | undefined;
  /** Callbacks that run after the commit, in this order. */
  callbacks: (() => void)[];
}

const open = new WeakMap<object, OpenTransaction>();

/** Registers the connection of `db`: statements in its transactions then run on it directly (`connectionOf`). */
export function lendConnection<Schema>(db: Kysely<Schema>, connection: KyselyDatabase): void {
  connections.set(db, connection);
}

/**
 * The connection of an open transaction, on which a statement runs synchronously. Undefined for the database itself, whose only connection may be in
 * another transaction.
 */
export function connectionOf(db: object): KyselyDatabase | undefined {
  return open.get(db)?.connection;
}

/** The change counters of `db`; undefined without a registered connection. */
export function tableVersionsOf(db: object): TableVersions | undefined {
  return connections.get(db)?.tableVersions;
}

/**
 * Runs `work` in a new transaction, and commits it or rolls it back. Resolves when the commit is durable and the callbacks of `afterCommit` have
 * run. Other transactions can read meanwhile, but not write.
 */
export async function writeTransaction<Schema, Result>(
  db: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  const durability = connections.get(db)?.durability;
  const lock = durability?.lock();
  const unlock = lock instanceof Promise ? await lock : lock;
  try {
    const { result, callbacks } = await transact(db, work);
    await durability?.whenDurable();
    for (const callback of callbacks) callback();
    return result;
  } finally {
    unlock?.();
  }
}

/** Runs `work`, which only reads, in a new transaction: it sees one snapshot, and does not wait for the disk. */
export async function readTransaction<Schema, Result>(
  db: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  return (await transact(db, work)).result;
}

/** Resolves when every commit that has been visible in `db` until now is durable. */
export async function whenDurable(db: object): Promise<void> {
  await connections.get(db)?.durability?.whenDurable();
}

async function transact<Schema, Result>(db: Kysely<Schema>, work: (trx: Transaction<Schema>) => Promise<Result>) {
  const transaction: OpenTransaction = { connection: connections.get(db), callbacks: [] };
  const result = await db.transaction().execute(async (trx) => {
    open.set(trx, transaction);
    try {
      return await work(trx);
    } finally {
      open.delete(trx);
    }
  });
  return { result, callbacks: transaction.callbacks };
}

/**
 * Calls `callback` when the changes of `db` are durable: for a transaction after its commit, and never after a rollback; for the database itself at
 * once, since its statements are durable when they return. `callback` must not throw.
 */
export function afterCommit(db: object, callback: () => void): void {
  const transaction = open.get(db);
  if (transaction) transaction.callbacks.push(callback);
  else callback();
}

/** Call it at a savepoint. The returned function, for the rollback to it, removes the callbacks that were added since. */
export function savepointOfCallbacks(trx: object): () => void {
  const callbacks = open.get(trx)?.callbacks ?? [];
  const { length } = callbacks;
  return () => {
    callbacks.length = length;
  };
}

/** Classifies an error of another connection to the file of `db` (`judgeFailure`), and informs the disk listener. */
export function judgeFailureOf<Schema>(db: Kysely<Schema>, error: unknown): unknown {
  const connection = connections.get(db);
  return connection ? connection.judge(error) : error;
}
