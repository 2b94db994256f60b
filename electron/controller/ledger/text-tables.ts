import { sql } from 'kysely';
import type { ControllerDatabase, ControllerTransaction } from '#storage/controller-schema.ts';
import { inTransaction } from '#storage/in-transaction.ts';
import { isDamage } from '#storage/sqlite-failure.ts';

const TEXT_TABLES = ['print_texts', 'static_texts'] as const;

/**
 * Begins the tables of the texts anew: `forget` forgets in the same transaction what was entered into them. Those that were there are removed;
 * returns the names of those that are too much damaged for that and keep their room on the disk.
 */
export async function beginTextsAnew(db: ControllerDatabase, forget: (trx: ControllerTransaction) => Promise<void>): Promise<string[]> {
  const old = await inTransaction(db, async (trx) => {
    await forget(trx);
    const names: string[] = [];
    for (const table of TEXT_TABLES) names.push(await replace(table, trx));
    return names;
  });
  const kept: string[] = [];
  for (const name of old) if (!(await drop(name, db))) kept.push(name);
  return kept;
}

/** Puts the old table aside, which does not read it, and an empty one in its place. Returns the name of the old one. */
async function replace(table: string, trx: ControllerTransaction): Promise<string> {
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
