import { Statement } from '#storage/database/statement.ts';
import type { Job } from './job.ts';

/** The allocation of a table's rows. */
export const ALLOCATION = new Statement<{ id: number; copies: number; copies_column: string | null }>(
  'SELECT row_allocations.* FROM row_allocations JOIN tables ON tables.allocation = row_allocations.id WHERE tables.name = ?1',
);
/** The allocation of a run that is shared over the plant. */
export const RUN_ALLOCATION = new Statement<{ id: number; copies: number; copies_column: string | null }>(
  'SELECT id, copies, copies_column FROM row_allocations WHERE run = ?1',
);
export const NEW_ALLOCATION = new Statement<{ id: number }>(
  'INSERT INTO row_allocations (copies, copies_column) VALUES (?1, ?2) RETURNING id',
);
export const ALLOCATE = new Statement('UPDATE tables SET allocation = ?2 WHERE name = ?1');
/** Allocations of tables that were deleted or replaced since. What is known about runs stays: a name is used for one run only. */
export const UNUSED_ALLOCATIONS = new Statement<{ id: number }>(
  'SELECT id FROM row_allocations WHERE run IS NULL AND id NOT IN (SELECT allocation FROM tables WHERE allocation IS NOT NULL)',
);

/** The first row of an allocation from ?2 to before ?3 with a copy that is owed. By the primary key it would pass all rows without one. */
export const OWED = new Statement<{ row: number }>(
  'SELECT row FROM allocated_rows INDEXED BY allocated_rows_owed WHERE allocation = ?1 AND row >= ?2 AND row < ?3 AND owed > 0 ORDER BY row LIMIT 1',
);
/** The end of the last finished range that begins at or before the row ?2. */
export const FINISHED_UNTIL = new Statement<{ end_row: number }>(
  'SELECT end_row FROM finished_rows WHERE allocation = ?1 AND first_row <= ?2 ORDER BY first_row DESC LIMIT 1',
);
/** The finished ranges that overlap the rows from ?2 to before ?3. */
export const FINISHED = new Statement<{ first_row: number; end_row: number }>(
  'SELECT first_row, end_row FROM finished_rows WHERE allocation = ?1 AND end_row > ?2 AND first_row < ?3 ORDER BY first_row',
);
export const TAKEN = new Statement<{ taken: number }>('SELECT taken FROM allocated_rows WHERE allocation = ?1 AND row = ?2');
export const ROWS = new Statement<{ row: number; taken: number; owed: number }>(
  'SELECT row, taken, owed FROM allocated_rows WHERE allocation = ?1 AND row >= ?2 AND row < ?3',
);
/** Copies of the rows from ?2 to before ?3 that prints took and that are not owed. */
export const TAKEN_IN = new Statement<{ copies: number }>(
  'SELECT coalesce(sum(taken - owed), 0) AS copies FROM allocated_rows WHERE allocation = ?1 AND row >= ?2 AND row < ?3',
);

export const TAKE = new Statement(`
  INSERT INTO allocated_rows (allocation, row, taken) VALUES (?1, ?2, 1)
  ON CONFLICT (allocation, row) DO UPDATE SET taken = taken + 1`);
export const TAKE_OWED = new Statement('UPDATE allocated_rows SET owed = owed - 1 WHERE allocation = ?1 AND row = ?2');
export const OWE = new Statement('UPDATE allocated_rows SET owed = owed + 1 WHERE allocation = ?1 AND row = ?2');
export const CLAIM = new Statement('INSERT INTO row_claims (print, allocation, row) VALUES (?1, ?2, ?3)');
export const TAKE_CLAIM = new Statement<{ allocation: number; row: number }>(
  'DELETE FROM row_claims WHERE print = ?1 RETURNING allocation, row',
);
/** Removes the finished ranges that touch the rows from ?2 to before ?3, and returns them. */
export const TAKE_TOUCHING = new Statement<{ first_row: number; end_row: number }>(
  'DELETE FROM finished_rows WHERE allocation = ?1 AND first_row <= ?3 AND end_row >= ?2 RETURNING first_row, end_row',
);
export const FINISH = new Statement('INSERT INTO finished_rows (allocation, first_row, end_row) VALUES (?1, ?2, ?3)');

/** Remove the rows from ?2 to before ?3. */
export const REMOVE = [
  new Statement('DELETE FROM allocated_rows WHERE allocation = ?1 AND row >= ?2 AND row < ?3'),
  new Statement('DELETE FROM row_claims WHERE allocation = ?1 AND row >= ?2 AND row < ?3'),
];
/** Move the rows from ?2 on by ?3. Numbers below 0 are those of rows that are being moved. */
export const SHIFT = [
  new Statement('UPDATE allocated_rows SET row = -1 - (row + ?3) WHERE allocation = ?1 AND row >= ?2'),
  new Statement('UPDATE allocated_rows SET row = -1 - row WHERE allocation = ?1 AND row < 0 AND ?2 = ?2 AND ?3 = ?3'),
  new Statement('UPDATE row_claims SET row = row + ?3 WHERE allocation = ?1 AND row >= ?2'),
];

/** The jobs of an allocation that have not ended, with the row ?2 in their range. */
export const SHARING = new Statement<Job>(`
  SELECT * FROM jobs WHERE live = 1 AND allocation IS NOT NULL AND allocation = ?1 AND first_row <= ?2 AND first_row + row_count > ?2
  ORDER BY printer, position`);
/** All jobs of an allocation that have not ended. */
export const ALL_SHARING = new Statement<Job>(
  'SELECT * FROM jobs WHERE live = 1 AND allocation IS NOT NULL AND allocation = ?1 ORDER BY printer, position',
);
/** ?1 job, ?2 difference. */
export const COUNT_ELSEWHERE = new Statement('UPDATE jobs SET elsewhere = elsewhere + ?2 WHERE id = ?1');
/** ?1 job, ?2 finished rows of its range, ?3 state. */
export const SHOW_PROGRESS = new Statement('UPDATE jobs SET cursor = ?2, state = ?3 WHERE id = ?1');
