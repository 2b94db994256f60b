import { Statement } from '#storage/statement.ts';
import type { Job, NewJob } from './job.ts';

export const CURRENT = new Statement<Job>("SELECT * FROM jobs WHERE printer = ?1 AND state = 'queued' ORDER BY position LIMIT 1");

/** How many jobs of a printer are queued. */
export const LENGTH = new Statement<{ queued: number }>("SELECT count(*) AS queued FROM jobs WHERE printer = ?1 AND state = 'queued'");

/** Ends the jobs of a printer that are queued, or have a print, not a reprint, of which nobody knows what becomes of it, in the state ?2. */
export const END = new Statement(`
  UPDATE jobs SET live = 0, state = CASE
    WHEN state = 'queued' OR EXISTS (
      SELECT 1 FROM prints INDEXED BY prints_not_printed
      WHERE state IN ('reserved', 'sent', 'unknown') AND state <> 'printed' AND job = jobs.id AND reprint_of IS NULL
    ) THEN ?2 ELSE state END
  WHERE printer = ?1 AND live = 1`);

export const OWED_ROW = new Statement<{ row: number }>('SELECT row FROM job_owed WHERE job = ?1 ORDER BY row LIMIT 1');

/** The columns of a job that its selection fills. */
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
] as const satisfies (keyof NewJob)[];

/** Queues a job behind all jobs of its printer's queue: its id, printer and moment, and what `selectedValues` gives. */
export const QUEUE = new Statement(`
  INSERT INTO jobs (id, printer, position, created, state, started, printed, voided, ${SELECTED.join(', ')})
  VALUES (?1, ?2, (SELECT coalesce(max(position), 0) + 1 FROM jobs WHERE printer = ?2 AND live = 1), ?3, 'queued', 0, 0, 0,
    ${SELECTED.map((_, index) => `?${index + 4}`).join(', ')})`);

/** What a job takes from its selection, in the order of `QUEUE`. */
export function selectedValues(job: NewJob): (string | number | null)[] {
  return SELECTED.map((column) => job[column]);
}
