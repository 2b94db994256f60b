import { sql, type Kysely } from 'kysely';
import { keptTablesOf } from './open-transactions.ts';

/** The file of a database, for a connection of another thread. Undefined for one in memory, and for one that no other connection may open. */
export async function sharedFileOf<Schema>(db: Kysely<Schema>): Promise<string | undefined> {
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
