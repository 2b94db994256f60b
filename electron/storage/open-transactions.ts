import type { Kysely, Transaction } from 'kysely';
import type { KeptTables } from './kept-tables.ts';
import type { KyselyDatabase } from './kysely-database.ts';

/** The connections of databases. */
const connections = new WeakMap<object, KyselyDatabase>();

interface OpenTransaction {
  connection: KyselyDatabase | undefined;
  /** What waits for the commit, in its order. */
  acts: (() => void)[];
}

const open = new WeakMap<object, OpenTransaction>();

/** From now on the transactions of `db` that `runTransaction` opens give statements its connection. */
export function lendConnection<Schema>(db: Kysely<Schema>, connection: KyselyDatabase): void {
  connections.set(db, connection);
}

/**
 * The connection of an open transaction, to run a statement on at once. Undefined for a database itself: there is one connection, which may be
 * in somebody's transaction.
 */
export function connectionOf(db: object): KyselyDatabase | undefined {
  return open.get(db)?.connection;
}

/** What counts the changes of `db`; undefined for one whose connection was never lent. */
export function keptTablesOf(db: object): KeptTables | undefined {
  return connections.get(db)?.kept;
}

/**
 * Runs `work` in a transaction of its own, and commits what it did or takes it back. Resolves once that is durable; others read meanwhile, and
 * nobody else writes. What waits for the commit comes before the answer.
 */
export async function runTransaction<Schema, Result>(
  db: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  const durability = connections.get(db)?.durability;
  const turn = durability?.turn();
  const endTurn = turn instanceof Promise ? await turn : turn;
  try {
    const { result, acts } = await transact(db, work);
    await durability?.reached();
    for (const act of acts) act();
    return result;
  } finally {
    endTurn?.();
  }
}

/** Runs `work`, which changes nothing, in a transaction of its own: it sees everything at one moment, and waits for no disk. */
export async function readTransaction<Schema, Result>(
  db: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  return (await transact(db, work)).result;
}

/** Resolves once everything that could be read in `db` until now is durable: what is told of it then no power cut takes back. */
export async function whenDurable(db: object): Promise<void> {
  await connections.get(db)?.durability?.reached();
}

async function transact<Schema, Result>(db: Kysely<Schema>, work: (trx: Transaction<Schema>) => Promise<Result>) {
  const transaction: OpenTransaction = { connection: connections.get(db), acts: [] };
  const result = await db.transaction().execute(async (trx) => {
    open.set(trx, transaction);
    try {
      return await work(trx);
    } finally {
      open.delete(trx);
    }
  });
  return { result, acts: transaction.acts };
}

/**
 * Calls `act` once what was written in `db` is durable: behind the commit of a transaction, and never for one that is taken back. A statement
 * of the database itself is durable when it returns: then at once. `act` must not throw.
 */
export function afterCommit(db: object, act: () => void): void {
  const transaction = open.get(db);
  if (transaction) transaction.acts.push(act);
  else act();
}

/** What goes with a rollback to a savepoint that is set now: it forgets what was to come after the commit of what is taken back. */
export function forgettingActs(trx: object): () => void {
  const acts = open.get(trx)?.acts ?? [];
  const { length } = acts;
  return () => {
    acts.length = length;
  };
}

/** What a failure means that another connection to the file of `db` came upon; whoever listens to the disk hears of it. */
export function judgeFailureOf<Schema>(db: Kysely<Schema>, error: unknown): unknown {
  const connection = connections.get(db);
  return connection ? connection.judge(error) : error;
}
