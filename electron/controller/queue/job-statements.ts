import { Statement } from '#storage/database/statement.ts';
import type { Job, NewJob } from './job.ts';

export const CURRENT = new Statement<Job>("SELECT * FROM jobs WHERE printer = ?1 AND state = 'queued' ORDER BY position LIMIT 1");

/** The number of queued jobs of a printer. */
export const LENGTH = new Statement<{ queued: number }>("SELECT count(*) AS queued FROM jobs WHERE printer = ?1 AND state = 'queued'");

/**
 * Sets the state ?2 for jobs of a printer that are queued or have unsettled prints other than reprints, and takes all its jobs out of the
 * queue.
 */
export const END = new Statement(`
  UPDATE jobs SET live = 0, state = CASE
    WHEN state = 'queued' OR EXISTS (
      SELECT 1 FROM prints INDEXED BY prints_not_printed
      WHERE state IN ('reserved', 'sent', 'unknown') AND state <> 'printed' AND job = jobs.id AND reprint_of IS NULL
    ) THEN ?2 ELSE state END
  WHERE printer = ?1 AND live = 1`);

/** The jobs over a range of rows of the table ?1 whose rows are still looked up or counted by their numbers. */
export const OVER_ROWS = new Statement<Job>(`
  SELECT * FROM jobs WHERE table_name = ?1 AND first_row IS NOT NULL AND (frozen = 0 OR printed_column IS NOT NULL) AND (
    state = 'queued' OR (live = 1 OR printed_column IS NOT NULL) AND EXISTS (
      SELECT 1 FROM prints INDEXED BY prints_not_printed
      WHERE state IN ('reserved', 'sent', 'unknown') AND state <> 'printed' AND job = jobs.id AND reprint_of IS NULL
    )) ORDER BY printer, position`);

export const OWED_ROW = new Statement<{ row: number }>('SELECT row FROM job_owed WHERE job = ?1 ORDER BY row LIMIT 1');

/** Counts a reserved print and sets the job's position to row ?2, started ?3. No result when the job is not queued any more. */
export const COUNT_STARTED = new Statement<{ id: string }>(
  "UPDATE jobs SET started = started + 1, cursor = ?2, row_started = ?3 WHERE id = ?1 AND state = 'queued' RETURNING id",
);

/** Like `COUNT_STARTED`; it was the job's last print. */
export const COUNT_LAST_STARTED = new Statement<{ id: string }>(
  "UPDATE jobs SET started = started + 1, cursor = ?2, row_started = ?3, state = 'done' WHERE id = ?1 AND state = 'queued' RETURNING id",
);

/** Adds ?2 printed and ?3 handed-over prints. Returns the columns that say where the rows of the job count their prints. */
export const COUNT_PRINTED = new Statement<
  Pick<Job, 'table_name' | 'key_column' | 'key' | 'first_row' | 'row_count' | 'copies' | 'copies_column' | 'printed_column' | 'allocation'>
>(`
  UPDATE jobs SET printed = printed + ?2, handed_over = handed_over + ?3 WHERE id = ?1
  RETURNING table_name, key_column, key, first_row, row_count, copies, copies_column, printed_column, allocation`);

/** The columns of a job that come from its selection. */
const SELECTED = [
  'description',
  'label_name',
  'label_data',
  'label_column',
  'label_revision',
  'table_name',
  'key_column',
  'key',
  'row',
  'first_row',
  'row_count',
  'copies',
  'copies_column',
  'printed_column',
  'total_copies',
  'cursor',
  'repeat_print',
  'checkpoint',
  'auto_print_gap',
  'auto_print_interval',
  'print_delay',
  'frozen',
  'operator',
  'rework_reason',
  'allocation',
  'elsewhere',
] as const satisfies (keyof NewJob)[];

/** Appends a job to its printer's queue. Parameters: id, printer, creation time, then `selectedValues`. */
export const QUEUE = new Statement(`
  INSERT INTO jobs (id, printer, position, created, state, started, printed, voided, ${SELECTED.join(', ')})
  VALUES (?1, ?2, (SELECT coalesce(max(position), 0) + 1 FROM jobs WHERE printer = ?2 AND live = 1), ?3, 'queued', 0, 0, 0,
    ${SELECTED.map((_, index) => `?${index + 4}`).join(', ')})`);

/** The parameters of `QUEUE` that come from the selection. */
export function selectedValues(job: NewJob): (string | number | null)[] {
  return SELECTED.map((column) => job[column]);
}
