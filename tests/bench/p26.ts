import { sql } from 'kysely';
import { Tables } from '#controller/tables/tables.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { RatioGoal } from './goal.ts';

const ROWS = 1_000_000;
const TABLE = 'Articles';
const COLUMNS = ['Key', 'A', 'B', 'C', 'D', 'E', 'F', 'G'];
/** A scan is slow and leaves cold caches, so the product runs after it until the caches are warm again. */
const EFFORT = { rounds: 5, parts: 2, sampleMs: 300, isTheirsFirst: true };

const keyOf = (row: number): string => `article ${String(row).padStart(7, '0')}`;

/** P26: the lookup of a row by its key among a million, compared with a table scan. Both sides use a different key each time. */
export const LOOKUP_GOAL: RatioGoal = {
  name: 'P26',
  goal: { atLeast: 1_000 },
  effort: EFFORT,
  prepare: async () => {
    const db = openControllerDatabase(':memory:');
    const tables = new Tables({ db, now: () => Date.now() });
    await tables.put(TABLE, { columns: COLUMNS, rows: Array.from({ length: ROWS }, (_, row) => rowOf(row)) });
    const { data_id: id } = await db.selectFrom('tables').select('data_id').where('name', '=', TABLE).executeTakeFirstOrThrow();
    // The index is created by the first lookup in a column.
    await tables.getRowByKey(TABLE, { column: 'Key', key: keyOf(0) });
    const [ours, theirs] = [walk(), walk()];
    return {
      a: () => tables.getRowByKey(TABLE, { column: 'Key', key: keyOf(ours()) }),
      // The plus prevents SQLite from using the index.
      b: () => sql`SELECT * FROM ${sql.table(`table_data_${id}`)} WHERE +c0 = ${keyOf(theirs())}`.execute(db),
      dispose: () => db.destroy(),
    };
  },
};

/** Row numbers spread over the table, by steps of a prime number. */
function walk(): () => number {
  let row = 0;
  return () => (row = (row + 611_953) % ROWS);
}

function rowOf(row: number): string[] {
  return [keyOf(row), ...COLUMNS.slice(1).map((column) => `${column} of ${row % 9_973}`)];
}
