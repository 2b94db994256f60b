import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { CONTROLLER_MIGRATIONS } from '#storage/database/controller-database.ts';
import { migrate } from '#storage/migrations/migrate.ts';
import * as statements from '#controller/queue/shared-row-statements.ts';

/** The statements that run for each print. */
const OF_A_PRINT = [
  'OWED',
  'FINISHED_UNTIL',
  'FINISHED',
  'TAKEN',
  'TAKE',
  'TAKE_OWED',
  'OWE',
  'CLAIM',
  'TAKE_CLAIM',
  'TAKE_TOUCHING',
  'FINISH',
  'SHARING',
  'COUNT_ELSEWHERE',
  'SHOW_PROGRESS',
] as const;

it.each(OF_A_PRINT)('%s finds its rows by an index, however many rows a table has', (name) => {
  const database = new DatabaseSync(':memory:');
  migrate(database, CONTROLLER_MIGRATIONS);
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${statements[name].text}`).all() as { detail: string }[];
  expect(plan.map(({ detail }) => detail).filter((detail) => detail.startsWith('SCAN'))).toEqual([]);
});

it('the next owed copy is found without passing rows that owe none', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, CONTROLLER_MIGRATIONS);
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${statements.OWED.text}`).all() as { detail: string }[];
  expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining('INDEX allocated_rows_owed')]);
});
