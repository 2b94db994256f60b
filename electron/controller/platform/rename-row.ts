import { sql } from 'kysely';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerTransaction } from '#storage/database/controller-schema.ts';

/** A kind of resource with a name that clients may change. */
export interface Named {
  /** Its table, with the primary key column `name`. */
  table: string;
  /** Its noun in a message. */
  word: string;
  /** Its segment of an API path. */
  path: string;
}

export interface NewName {
  name: string;
  to: string;
}

/**
 * Renames a row. Returns false when there is no such row; throws `name-taken` when the new name is in use, also when it equals the old one.
 */
export async function renameRow({ table, word, path }: Named, { name, to }: NewName, trx: ControllerTransaction): Promise<boolean> {
  const taken = await sql<{ name: string }>`SELECT name FROM ${sql.table(table)} WHERE name IN (${name}, ${to})`.execute(trx);
  const names = new Set(taken.rows.map((row) => row.name));
  if (!names.has(name)) return false;
  if (names.has(to)) {
    const instance = `/api/v3/${path}/${encodeURIComponent(to)}`;
    throw new ProblemError('name-taken', { detail: `There already is a ${word} "${to}".`, instance });
  }
  await sql`UPDATE ${sql.table(table)} SET name = ${to} WHERE name = ${name}`.execute(trx);
  return true;
}
