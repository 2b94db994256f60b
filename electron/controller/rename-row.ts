import { sql } from 'kysely';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerTransaction } from '#storage/controller-schema.ts';

/** What goes by a name that people may change: its word in a message, and its part of a path. */
const NAMED = {
  labels: { word: 'label', path: 'labels' },
  tables: { word: 'table', path: 'tables' },
  variables: { word: 'variable', path: 'variables' },
  counters: { word: 'counter', path: 'counters' },
  shift_codes: { word: 'shift code', path: 'shiftCodes' },
} as const;

export interface NewName {
  name: string;
  to: string;
}

/** Gives a row another name. False when there is no such row; throws `name-taken` when the other name, or the same, is somebody's. */
export async function renameRow(table: keyof typeof NAMED, { name, to }: NewName, trx: ControllerTransaction): Promise<boolean> {
  const there = await sql<{ name: string }>`SELECT name FROM ${sql.table(table)} WHERE name IN (${name}, ${to})`.execute(trx);
  const names = new Set(there.rows.map((row) => row.name));
  if (!names.has(name)) return false;
  const { word, path } = NAMED[table];
  if (names.has(to)) {
    const instance = `/api/v3/${path}/${encodeURIComponent(to)}`;
    throw new ProblemError('name-taken', { detail: `There is a ${word} "${to}" already.`, instance });
  }
  await sql`UPDATE ${sql.table(table)} SET name = ${to} WHERE name = ${name}`.execute(trx);
  return true;
}
