import type { Generated, Kysely, Transaction } from 'kysely';
import type { Proof } from '#contract/api-v3/engine.ts';
import type { PrintState } from '#contract/api-v3/print.ts';
import type { ChainTables } from './audit-schema.ts';
import type { CounterBlocksTable, CountersTable } from './counter-schema.ts';
import type { EventTables } from './event-schema.ts';
import type { KeyTables } from './key-schema.ts';
import type { LabelVersionTables } from './label-version-schema.ts';
import type { LineTables } from './line-schema.ts';
import type { OrderTables } from './order-schema.ts';
import type { PlantTables } from './plant-schema.ts';
import type { PrintVerificationColumns, VerdictCountColumns, VerificationTables } from './verification-schema.ts';

/** Tables of the controller's database. Times are milliseconds since the epoch; JSON is stored as text. */
export interface ControllerSchema
  extends ChainTables, EventTables, KeyTables, LabelVersionTables, LineTables, OrderTables, PlantTables, VerificationTables {
  settings: { key: string; value: string };
  labels: { name: string; document: string; revision: number; modified: number };
  /** The highest revision of a label name. Kept after the label is removed, so that a revision never identifies two documents. */
  label_revisions: { name: string; revision: number };
  /**
   * Rows are in the physical table `table_data_<data_id>` with the columns `row`, `c0`, `c1`, ...; `changes` counts edits of cells.
   * `allocation` is that of the jobs that share its rows; null until a job does.
   */
  tables: {
    name: string;
    data_id: number;
    columns: string;
    row_count: number;
    modified: number;
    changes: Generated<number>;
    allocation: Generated<number | null>;
  };
  /** How the rows of a table are given to the jobs that share them: the copies of each row are the same for all these jobs. */
  row_allocations: { id: Generated<number>; copies: number; copies_column: string | null; run: string | null };
  /** The copies of shared rows that prints took; `owed` of these were void and are given again. */
  allocated_rows: { allocation: number; row: number; taken: number; owed: Generated<number> };
  /** Ranges of shared rows without copies that no print took; they never touch each other. */
  finished_rows: { allocation: number; first_row: number; end_row: number };
  /** The rows of prints whose outcome is not certain yet: if such a print is void, its copy is owed. */
  row_claims: { print: number; allocation: number; row: number };
  /** What persons said about the first prints of jobs; the last verdict on a job is in force. */
  first_print_verdicts: {
    id: Generated<number>;
    job: string;
    print: number;
    verdict: 'right' | 'wrong';
    said_by: string;
    said_at: number;
    note: string;
  };
  /** Generates `data_id`s that are never reused. */
  table_data_ids: { id: Generated<number> };
  /** `prompt` is JSON; null for a variable with a free-text prompt. */
  variables: {
    name: string;
    value: string;
    description: string;
    user_edit: number;
    pinned: Generated<number>;
    prompt: Generated<string | null>;
  };
  counters: CountersTable;
  counter_blocks: CounterBlocksTable;
  plant_numbers: { plant_counter: string; highest: number };
  /** `shifts` is JSON. */
  shift_codes: { name: string; shifts: string; description: string };
  /** Installed fonts, in addition to the bundled ones. `hash` is the file's SHA-256 in hexadecimal. */
  fonts: { family: string; style: string; file: Uint8Array; hash: string; installed: number };
  /**
   * `config` is the configuration as JSON, `next_config` another one that replaces it when no job is selected; both with their secrets.
   * `enabled` is 0 or 1. `device` is the device that prints for this printer, as JSON; null until it said which one it is.
   */
  printers: {
    name: string;
    position: number;
    config: string;
    enabled: Generated<number>;
    next_config: Generated<string | null>;
    device: Generated<string | null>;
  };
  /**
   * `engine_marks`: the engine's own count that the prints account for; null before it was first read, and for an engine without a count.
   * `device_after`: the last print before the present device was put in its place: the count of this device says nothing about earlier prints.
   */
  print_counters: {
    printer: string;
    triggers: number;
    trigger_bounces: number;
    printed_labels: number;
    handed_over_labels: Generated<number>;
    engine_marks: Generated<number | null>;
    device_after: Generated<number>;
  } & VerdictCountColumns;
  /** Completed pre-flights: `outcome` as in the API; `labels` with the hashes of their documents and `findings` as JSON. */
  preflights: {
    id: string;
    table_name: string;
    started: number;
    outcome: string;
    table_version: string;
    labels: string;
    findings: string;
  };
  label_comparisons: LabelComparisonsTable;
  /** `operation` is the route; `status` is null until the response. The newest entries of each `family` are kept, numbered by `place`: 1, 2, 3, ... */
  audit: {
    id: Generated<number>;
    at: number;
    key_name: string;
    operation: string;
    path: string;
    request_id: string;
    status: number | null;
    family: string;
    place: number;
  };
  jobs: JobsTable;
  /**
   * The versions that a job with a label column prints of labels that were put since its selection; of all other labels it prints the newest
   * version. A job without a label column has its version in `jobs.label_revision`.
   */
  job_label_revisions: { job: string; label: string; revision: number };
  /** Copies to be printed again before the rest of their job, because their prints were void. `row` is -1 in a job without rows. */
  job_owed: { job: string; row: number; copies: number };
  /** The content of a frozen job, row by row, as it was at the selection. `copies` is null for an unlimited number. */
  frozen_rows: {
    job: string;
    position: number;
    row: number | null;
    label_name: string;
    label_revision: number;
    document_hash: string;
    print_values: string;
    copies: number | null;
    /** The print that this row replaces, in a rework job. */
    supersedes: Generated<number | null>;
  };
  /** Label documents by the SHA-256 of their text, so that every print can be rendered again. */
  label_documents: { hash: string; document: string };
  prints: PrintsTable;
  /** Blocks of further prints; `lifted_at` is null while a block holds. Null conditions are not set; the others must all be met. */
  print_blocks: {
    id: Generated<number>;
    label: string | null;
    label_revision: number | null;
    variable: string | null;
    table_column: string | null;
    value: string | null;
    content: string | null;
    reason: string;
    set_by: string;
    set_at: number;
    lifted_at: Generated<number | null>;
    lifted_by: Generated<string | null>;
    lift_reason: Generated<string | null>;
  };
  /** The counter texts of prints, to find a print by its serial. This and the next four tables are derived from the ledger and can be rebuilt. */
  print_serials: { print: number; serial: string };
  /** The first and the last id of the prints that were reserved in an hour; `hour` = hours since the epoch. */
  print_hours: { hour: number; first: number; last: number };
  /** Full-text index of the texts that are particular to a print; `rowid` is the print's id. The texts themselves are not stored. */
  print_texts: { rowid: number; content: string };
  /** Ids of the documents in `static_texts`. */
  static_documents: { id: Generated<number>; hash: string };
  /** Full-text index of the texts that are the same in all prints of a document. */
  static_texts: { rowid: number; content: string };
  /** Totals of the prints that were deleted after their retention period: the ledger balances with them. */
  ledger_archive: { job: string; printer: string; prints: number; printed: number; handed_over: Generated<number>; voided: number };
  /** Confirmed prints per minute; `minute` = minutes since the epoch. */
  history_minutes: { printer: string; minute: number; count: number };
  /** Confirmed prints per 15 minutes; `quarter` = quarters of an hour since the epoch (zones with offsets of 30 and 45 minutes exist). */
  history_quarters: { printer: string; quarter: number; count: number };
  idempotency_keys: { key: string; request_hash: string; status: number; body: string; created: number };
}

/** One row for each label; of an earlier revision until the label is rendered again. */
export interface LabelComparisonsTable {
  name: string;
  revision: number;
  document_hash: string;
  /** The values of the picture, as JSON. */
  print_values: string;
  hdpi: number;
  vdpi: number;
  is_color: number;
  /** Hash of all installed fonts, and the files of those that the label uses. */
  font_set: string;
  fonts: string;
  /** Identifies the rendering: differs between programs that may render differently. */
  drawing: string;
  /** The version of the program that rendered it. */
  version: string;
  made: number;
  /** PNG. Null for a label that cannot be rendered; `fault` says why. */
  picture_hash: string | null;
  picture: Uint8Array | null;
  fault: string | null;
  /** `new` until a second program version has rendered it. */
  outcome: 'new' | 'same' | 'changed' | 'test-failed' | 'not-drawn';
  detail: string | null;
  is_changed: number;
  is_font_replaced: number;
  /** The last accepted rendering. The picture is null when nothing has changed or there was none. */
  version_before: string | null;
  picture_hash_before: string | null;
  picture_before: Uint8Array | null;
  /** Null until the change is accepted; `accepted_by` may be empty. */
  accepted: number | null;
  accepted_by: string | null;
}

export interface JobsTable {
  id: string;
  printer: string;
  /** Order in the printer's queue; the current job has the smallest. */
  position: number;
  /** queued: current or waiting. A job in any other state has ended. */
  state: 'queued' | 'done' | 'aborted' | 'deselected';
  description: string;
  /** Empty when the label came with the job. */
  label_name: string;
  /** The label as JSON when it came with the job. */
  label_data: string | null;
  /** The version that the job prints of its label; with a label column, that of the first row at the selection. */
  label_revision: number;
  table_name: string | null;
  key_column: string | null;
  key: string | null;
  row: number | null;
  copies: number | null;
  /** The column that names each row's label; `label_name` is the default for an empty cell. */
  label_column: Generated<string | null>;
  /** The range of rows; null for a job with one row or none. */
  first_row: Generated<number | null>;
  row_count: Generated<number | null>;
  copies_column: Generated<string | null>;
  printed_column: Generated<string | null>;
  /** Copies of all rows, counted at the selection; null without a limit. */
  total_copies: Generated<number | null>;
  repeat_print: Generated<number>;
  /** Labels and values are those of `frozen_rows`. */
  frozen: Generated<number>;
  /** The queue can seek to this job. */
  checkpoint: Generated<number>;
  /** Nanometres. */
  auto_print_gap: Generated<number | null>;
  auto_print_interval: Generated<number | null>;
  /** Millimetres; null = that of the label. */
  print_delay: Generated<number | null>;
  /** Who selected it; empty if the request named no one. */
  operator: Generated<string>;
  /** Completed rows. */
  cursor: Generated<number>;
  /** Copies of the current row that were reserved. */
  row_started: Generated<number>;
  /** 1 while it belongs to its printer's queue, ended or not: the queue can seek to it, and its void prints are repeated. 0 after the queue has ended. */
  live: Generated<number>;
  /** The last print before the job was restarted by a seek: void prints up to it are not repeated. */
  seek_print: Generated<number>;
  /** That of the rows that the job shares with others; null for a job that prints all its rows itself. */
  allocation: Generated<number | null>;
  /** Copies of its rows that other jobs took, except void ones. 0 without an allocation. */
  elsewhere: Generated<number>;
  /** Prints reserved for this job. */
  started: number;
  /** Prints confirmed for this job. */
  printed: number;
  /** Prints of this job that a device has which cannot confirm them. */
  handed_over: Generated<number>;
  /** Void prints of this job, whose copies are printed again. */
  voided: number;
  created: number;
  /** Why its prints replace earlier ones; null for a job that is no rework. */
  rework_reason: Generated<string | null>;
  /** `test` for the job of one test print. */
  purpose: Generated<PrintPurpose>;
}

/** Test prints are in no count of labels and in no history of counts. */
export type PrintPurpose = 'production' | 'test';

export interface PrintsTable extends PrintVerificationColumns {
  id: Generated<number>;
  printer: string;
  job: string;
  label_name: string;
  /** The version of the label; 0 for a label that came with its job or was printed before versions were stored. */
  label_revision: Generated<number>;
  document_hash: string;
  table_name: string | null;
  key: string | null;
  /** The printed values as JSON: document and values render the same picture again. */
  print_values: string;
  /** Dots per inch. */
  hdpi: number;
  vdpi: number;
  picture_hash: string;
  /** For a device that draws on board: the message and the values of its fields that it got, as JSON. */
  device_message: Generated<string | null>;
  state: PrintState;
  /** How the printer proved prints when it was reserved. */
  proof: Generated<Proof>;
  reason: string | null;
  reserved: number;
  settled: number;
  /** Row number in the table, from 0. */
  row: Generated<number | null>;
  operator: Generated<string>;
  /** When it was sent to the engine, and when and why its outcome became unknown. */
  sent: Generated<number | null>;
  unknown_since: Generated<number | null>;
  unknown_reason: Generated<string | null>;
  /** Who resolved an unknown print: `engine`, or a person's name. */
  resolved_by: Generated<string | null>;
  /** The print of which this is a reprint, and the reason. */
  reprint_of: Generated<number | null>;
  reprint_reason: Generated<string | null>;
  /** The print that this one replaces, and the reason. */
  supersedes: Generated<number | null>;
  rework_reason: Generated<string | null>;
  /** The run of the controller that reserved it. */
  epoch: Generated<number>;
  /** Idempotency key of the request that triggered it. */
  idempotency_key: Generated<string | null>;
  purpose: Generated<PrintPurpose>;
}

export type ControllerDatabase = Kysely<ControllerSchema>;
export type ControllerTransaction = Transaction<ControllerSchema>;
