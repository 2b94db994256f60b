import { sql } from 'kysely';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { isDamage } from '#storage/integrity/sqlite-failure.ts';

const TEXT_TABLES = ['print_texts', 'static_texts'] as const;

/**
 * Replaces the text tables with empty ones; `forget` removes in the same transaction the records of what was indexed. Returns the names of
 * old tables that are too damaged to be dropped and stay on the disk.
 */
export async function resetTextTables(db: ControllerDatabase, forget: (trx: ControllerTransaction) => Promise<void>): Promise<string[]> {
  const old = await inTransaction(db, async (trx) => {
    await forget(trx);
    const names: string[] = [];
    for (const table of TEXT_TABLES) names.push(await moveAside(table, trx));
    return names;
  });
  const undeleted: string[] = [];
  for (const name of old) if (!(await drop(name, db))) undeleted.push(name);
  return undeleted;
}

/** Renames the old table, which does not read it, and creates an empty one. Returns the name of the old one. */
async function moveAside(table: string, trx: ControllerTransaction): Promise<string> {
  const { rows } = await sql<{ sql: string; aside: number }>`
    SELECT sql, (SELECT count(*) FROM sqlite_schema WHERE name GLOB ${`${table}_old*`}) AS aside
    FROM sqlite_schema WHERE name = ${table}`.execute(trx);
  const [found] = rows;
  if (!found) throw new Error(`There is no table ${table}.`);
  const name = `${table}_old${found.aside}`;
  await sql`ALTER TABLE ${sql.table(table)} RENAME TO ${sql.table(name)}`.execute(trx);
  await sql.raw(found.sql).execute(trx);
  return name;
}

async function drop(name: string, db: ControllerDatabase): Promise<boolean> {
  try {
    await inTransaction(db, (trx) => sql`DROP TABLE ${sql.table(name)}`.execute(trx));
    return true;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return false;
  }
}
