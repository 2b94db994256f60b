import type { Selectable } from 'kysely';
import type { JobsTable } from '#storage/controller-schema.ts';

/** A selection as the database holds it. */
export type Job = Selectable<JobsTable>;

/** What a selection became once everything in it was found. */
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
>;

/** What a job keeps of its distances, in nanometres. */
export type AutoPrintColumns = Pick<Job, 'auto_print_gap' | 'auto_print_interval'>;
