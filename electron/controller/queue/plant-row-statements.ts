import { Statement } from '#storage/database/statement.ts';

/** A run as its allocation has it. `free`, `elsewhere` and `printed` are null until the plant has answered. */
export interface RunOfAllocation {
  id: number;
  run: string;
  /** `RowRunContent` as JSON. */
  content: string;
  free: number | null;
  elsewhere: number | null;
  printed: number | null;
  reason: string | null;
}

/** Rows of a run, from `first` to before `end`, that the controller got for a request. */
export interface StoredBlock {
  id: number;
  request: string;
  first: number;
  end: number;
}

const RUN_COLUMNS = 'id, run, content, free, elsewhere, printed, reason';
/** The allocations of runs: by id, by name, and all that the plant is to be asked about. */
export const RUN = new Statement<RunOfAllocation>(`SELECT ${RUN_COLUMNS} FROM row_allocations WHERE id = ?1 AND run IS NOT NULL`);
export const RUN_NAMED = new Statement<RunOfAllocation>(`SELECT ${RUN_COLUMNS} FROM row_allocations WHERE run = ?1`);
/** `isCurrent`: a printer prints from it now; `isQueued`: a job that needs its rows is current, or waits in a queue. */
export const RUNS = new Statement<RunOfAllocation & { isCurrent: number; isQueued: number }>(`
  SELECT ${RUN_COLUMNS},
    EXISTS (SELECT 1 FROM jobs WHERE live = 1 AND allocation IS NOT NULL AND allocation = row_allocations.id AND state = 'queued') AS isQueued,
    EXISTS (
      SELECT 1 FROM jobs WHERE live = 1 AND allocation IS NOT NULL AND allocation = row_allocations.id AND state = 'queued'
        AND NOT EXISTS (
          SELECT 1 FROM jobs AS earlier
          WHERE earlier.printer = jobs.printer AND earlier.state = 'queued' AND earlier.position < jobs.position
        )
    ) AS isCurrent
  FROM row_allocations WHERE run IS NOT NULL AND (
    id IN (SELECT allocation FROM row_blocks)
    OR EXISTS (SELECT 1 FROM jobs WHERE live = 1 AND allocation IS NOT NULL AND allocation = row_allocations.id AND state = 'queued')
  ) ORDER BY id`);
export const NEW_RUN = new Statement<{ id: number }>(
  'INSERT INTO row_allocations (copies, copies_column, run, content) VALUES (?1, ?2, ?3, ?4) RETURNING id',
);
/** What the plant said about all rows of the run. */
export const SET_COUNTS = new Statement('UPDATE row_allocations SET free = ?2, elsewhere = ?3, printed = ?4, reason = NULL WHERE id = ?1');
/** Until the plant has answered again it is not known that no row is left elsewhere. */
export const FORGET_COUNTS = new Statement('UPDATE row_allocations SET free = NULL, elsewhere = NULL WHERE id = ?1');
export const SET_REASON = new Statement<{ id: number }>(
  'UPDATE row_allocations SET reason = ?2 WHERE id = ?1 AND reason IS NOT ?2 RETURNING id',
);

export const READY = new Statement<StoredBlock>(`
  SELECT id, request, first_row AS first, end_row AS "end" FROM row_blocks WHERE allocation = ?1 AND state = 'ready' ORDER BY first_row`);
export const ASKED = new Statement<{ request: string; size: number }>(
  "SELECT request, size FROM row_blocks WHERE allocation = ?1 AND state = 'asked'",
);
export const ASK = new Statement("INSERT INTO row_blocks (allocation, request, size, state) VALUES (?1, ?2, ?3, 'asked')");
export const DROP_ASKED = new Statement("DELETE FROM row_blocks WHERE allocation = ?1 AND request = ?2 AND state = 'asked'");
export const ADD_BLOCK = new Statement(
  'INSERT INTO row_blocks (allocation, request, first_row, end_row, state) VALUES (?1, ?2, ?3, ?4, ?5)',
);
export const DROP_BLOCK = new Statement('DELETE FROM row_blocks WHERE id = ?1');
/** What the plant does not know yet. */
export const UNREPORTED = new Statement<StoredBlock & { state: 'printed' | 'returned' }>(`
  SELECT id, request, first_row AS first, end_row AS "end", state FROM row_blocks
  WHERE allocation = ?1 AND state IN ('printed', 'returned') ORDER BY request, first_row LIMIT 1000`);
export const FORGET_UNPROVEN = new Statement("DELETE FROM row_blocks WHERE state IN ('asked', 'ready')");

/** The rows from ?2 to before ?3 of prints whose outcome is not certain. */
export const CLAIMED = new Statement<{ row: number }>(
  'SELECT DISTINCT row FROM row_claims WHERE allocation = ?1 AND row >= ?2 AND row < ?3',
);
/** Forgets what was taken of the rows from ?2 to before ?3. */
export const FORGET_TAKEN = new Statement('DELETE FROM allocated_rows WHERE allocation = ?1 AND row >= ?2 AND row < ?3');
