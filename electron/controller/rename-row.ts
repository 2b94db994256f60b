import { sql } from 'kysely';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerTransaction } from '#storage/controller-schema.ts';

/** What goes by a name that people may change. */
export interface Named {
  /** Where it is stored, by its column `name`. */
  table: string;
  /** Its word in a message. */
  word: string;
  /** Its part of a path. */
  path: string;
}

export interface NewName {
  name: string;
  to: string;
}

/** Gives a row another name. False when there is no such row; throws `name-taken` when the other name, or the same, is somebody's. */
export async function renameRow({ table, word, path }: Named, { name, to }: NewName, trx: ControllerTransaction): Promise<boolean> {
  const there = await sql<{ name: string }>`SELECT name FROM ${sql.table(table)} WHERE name IN (${name}, ${to})`.execute(trx);
  const names = new Set(there.rows.map((row) => row.name));
  if (!names.has(name)) return false;
  if (names.has(to)) {
    const instance = `/api/v3/${path}/${encodeURIComponent(to)}`;
    throw new ProblemError('name-taken', { detail: `There is a ${word} "${to}" already.`, instance });
  }
  await sql`UPDATE ${sql.table(table)} SET name = ${to} WHERE name = ${name}`.execute(trx);
  return true;
}
