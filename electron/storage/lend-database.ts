import { sql, type Kysely } from 'kysely';
import { keptTablesOf } from './open-transactions.ts';

/** What is asked before the file of a database is opened once more. */
const checks = new WeakMap<object, () => void>();

/** From now on `check` comes before another connection opens the file of `db` by its path; it throws when another file may be there. */
export function checkBeforeSharing<Schema>(db: Kysely<Schema>, check: () => void): void {
  checks.set(db, check);
}

/**
 * The file of a database, for a connection of another thread. Undefined for one in memory, and for one that no other connection may open. Throws
 * what the check of `checkBeforeSharing` throws.
 */
export async function sharedFileOf<Schema>(db: Kysely<Schema>): Promise<string | undefined> {
  checks.get(db)?.();
  const { rows: modes } = await sql<{ locking_mode: string }>`PRAGMA locking_mode`.execute(db);
  if (modes[0]?.locking_mode !== 'normal') return undefined;
  const { rows } = await sql<{ file: string }>`SELECT file FROM pragma_database_list WHERE name = 'main'`.execute(db);
  return rows[0]?.file === '' ? undefined : rows[0]?.file;
}

/**
 * Lends a database to another connection: until `work` is settled nobody begins a transaction here. SQLite has one writer; without this one of
 * both would wait with its whole thread.
 */
export function lendDatabase<Schema>(db: Kysely<Schema>, work: () => Promise<void>): Promise<void> {
  return db.connection().execute(async () => {
    try {
      await work();
    } finally {
      // What the other one wrote was not counted here.
      keptTablesOf(db)?.changed();
    }
  });
}
