import { sql, type Kysely } from 'kysely';
import { tableVersionsOf } from './open-transactions.ts';

const checks = new WeakMap<object, () => void>();

/** Sets a check that runs before another connection opens the file of `db` by its path. It throws when another file may be at that path. */
export function checkBeforeSharing<Schema>(db: Kysely<Schema>, check: () => void): void {
  checks.set(db, check);
}

/**
 * The path of a database file, for a connection of another thread. Undefined for a database in memory and for one with an exclusive lock. Throws the
 * error of the check that `checkBeforeSharing` has set.
 */
export async function sharedFileOf<Schema>(db: Kysely<Schema>): Promise<string | undefined> {
  checks.get(db)?.();
  const { rows: modes } = await sql<{ locking_mode: string }>`PRAGMA locking_mode`.execute(db);
  if (modes[0]?.locking_mode !== 'normal') return undefined;
  const { rows } = await sql<{ file: string }>`SELECT file FROM pragma_database_list WHERE name = 'main'`.execute(db);
  return rows[0]?.file === '' ? undefined : rows[0]?.file;
}

/**
 * Keeps this connection from starting transactions until `work` has settled, so that another connection can write. SQLite allows one writer at a
 * time, and a second one blocks its whole thread.
 */
export function lendDatabase<Schema>(db: Kysely<Schema>, work: () => Promise<void>): Promise<void> {
  return db.connection().execute(async () => {
    try {
      await work();
    } finally {
      // The changes of the other connection were not counted here.
      tableVersionsOf(db)?.changed();
    }
  });
}
