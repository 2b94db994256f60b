import type { Selectable } from 'kysely';
import type { JobsTable } from '#storage/database/controller-schema.ts';

/** A job as stored in the database. */
export type Job = Selectable<JobsTable>;

/** The columns of a new job that come from its selection. */
export type NewJob = Pick<
  Job,
  | 'description'
  | 'label_name'
  | 'label_data'
  | 'label_column'
  | 'label_revision'
  | 'table_name'
  | 'key_column'
  | 'key'
  | 'row'
  | 'first_row'
  | 'row_count'
  | 'copies'
  | 'copies_column'
  | 'printed_column'
  | 'total_copies'
  | 'cursor'
  | 'repeat_print'
  | 'checkpoint'
  | 'auto_print_gap'
  | 'auto_print_interval'
  | 'print_delay'
  | 'frozen'
  | 'operator'
  | 'rework_reason'
  | 'allocation'
  | 'elsewhere'
>;

/** The auto-print distances of a job, in nanometres. */
export type AutoPrintColumns = Pick<Job, 'auto_print_gap' | 'auto_print_interval'>;
