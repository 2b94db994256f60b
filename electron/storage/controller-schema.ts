import type { Generated, Kysely, Transaction } from 'kysely';
import type { PrintState } from '#contract/api-v3/print.ts';

/** Tables of the controller's database. Moments are milliseconds since the epoch; JSON columns hold text. */
export interface ControllerSchema {
  settings: { key: string; value: string };
  labels: { name: string; document: string; revision: number; modified: number };
  /** The highest revision that a label's name ever had. Outlives the label: a revision never names two documents. */
  label_revisions: { name: string; revision: number };
  /** Every document that a label ever was. Outlives the label. `author` is empty when nobody said who put it. */
  label_versions: { name: string; revision: number; document: string; author: string; created: number };
  /** Rows live in a physical table `table_data_<data_id>` with the columns `row`, `c0`, `c1`, ...; `changes` counts the changes of their cells. */
  tables: { name: string; data_id: number; columns: string; row_count: number; modified: number; changes: Generated<number> };
  /** Hands out `data_id`s that are never used again. */
  table_data_ids: { id: Generated<number> };
  /** `prompt` is JSON, null for a variable that is asked for as any text. */
  variables: {
    name: string;
    value: string;
    description: string;
    user_edit: number;
    pinned: Generated<number>;
    prompt: Generated<string | null>;
  };
  counters: {
    name: string;
    value: number;
    min_value: number;
    max_value: number;
    repeat: number;
    /** Prints that the present value already had; 0 <= repeated < repeat. */
    repeated: number;
    step: number;
    width: number;
    padding: string;
    description: string;
    /** How the value is written, as FORMAT in a text; empty for decimal digits. */
    format: Generated<string>;
  };
  /** `shifts` is JSON. */
  shift_codes: { name: string; shifts: string; description: string };
  /** Fonts that were installed beside the bundled ones. `hash` is the file's SHA-256, hexadecimal. */
  fonts: { family: string; style: string; file: Uint8Array; hash: string; installed: number };
  /** `config` is the engine's own JSON. */
  printers: { name: string; position: number; engine: string; config: string };
  /** `engine_marks`: the engine's own count as far as prints explain it; null before it was first read, and for an engine that does not count. */
  print_counters: {
    printer: string;
    triggers: number;
    trigger_bounces: number;
    printed_labels: number;
    engine_marks: Generated<number | null>;
  };
  /** Pre-flights that have ended: `outcome` as the API tells it, `labels` with the hashes of their documents, and what was found, as JSON. */
  preflights: {
    id: string;
    table_name: string;
    started: number;
    outcome: string;
    table_version: string;
    labels: string;
    findings: string;
  };
  label_proofs: LabelProofsTable;
  /** `hash` is the key's SHA-256, hexadecimal; `scopes` and `printers` are JSON lists, no `printers` means all of them. Revoked ones stay. */
  api_keys: {
    id: Generated<number>;
    name: string;
    hash: string;
    scopes: string;
    printers: string | null;
    created: number;
    expires: number | null;
    revoked: number | null;
  };
  /** `operation` is the route; `status` is null until the request is answered. Of a `family` the newest are kept, by their `place` in it: 1, 2, 3, ... */
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
  /** Copies whose prints were certainly not made and that come before the rest of their job. `row` is -1 in a job without rows. */
  job_owed: { job: string; row: number; copies: number };
  /** What a frozen job prints, row after row, as it was at the selection. `copies` is null when they are unlimited. */
  frozen_rows: {
    job: string;
    position: number;
    row: number | null;
    label_name: string;
    label_revision: number;
    document_hash: string;
    print_values: string;
    copies: number | null;
  };
  /** Label documents by SHA-256 of their text, so that every print can be drawn again. */
  label_documents: { hash: string; document: string };
  prints: PrintsTable;
  /** The counter texts of prints, to find a print by its serial. This and the next four follow the ledger, and can be made anew from it. */
  print_serials: { print: number; serial: string };
  /** The smallest and the largest id of the prints that were reserved in an hour; `hour` = hours since the epoch. */
  print_hours: { hour: number; first: number; last: number };
  /** Finds prints by any part of the texts that are theirs alone; `rowid` is the print's id. The texts themselves are not kept. */
  print_texts: { rowid: number; content: string };
  /** Numbers of the documents in `static_texts`. */
  static_documents: { id: Generated<number>; hash: string };
  /** Finds documents by the texts that are the same in all their prints. */
  static_texts: { rowid: number; content: string };
  /** Products that passed and got no print, with the reason. */
  trigger_gaps: { id: Generated<number>; printer: string; job: string | null; at: number; reason: string };
  /** Sums over the prints that were removed after their time: the accounts hold with them. */
  ledger_archive: { job: string; printer: string; prints: number; printed: number; voided: number };
  /** Confirmed prints per minute; `minute` = minutes since the epoch. */
  history_minutes: { printer: string; minute: number; count: number };
  /** Confirmed prints per 15 minutes; `quarter` = quarters of an hour since the epoch (zones with offsets of 30 and 45 minutes exist). */
  history_quarters: { printer: string; quarter: number; count: number };
  idempotency_keys: { key: string; request_hash: string; status: number; body: string; created: number };
}

/** One row for each label, which may be of a revision that it had before until it is drawn again. */
export interface LabelProofsTable {
  name: string;
  revision: number;
  document_hash: string;
  /** What it was drawn with, and is drawn with again. */
  print_values: string;
  hdpi: number;
  vdpi: number;
  is_color: number;
  /** All fonts there were, and the files of those that the label names. */
  font_set: string;
  fonts: string;
  /** What drew it: another text for every program that may draw otherwise. */
  drawing: string;
  /** The version of that program. */
  version: string;
  made: number;
  /** A PNG. Null, and `fault` says why, for a label that cannot be drawn. */
  picture_hash: string | null;
  picture: Uint8Array | null;
  fault: string | null;
  /** `new` while only one program has drawn it. */
  outcome: 'new' | 'same' | 'changed' | 'test-failed' | 'not-drawn';
  detail: string | null;
  is_changed: number;
  is_font_replaced: number;
  /** The drawing that a person was content with last. The picture is null when nothing changed, and when there was none. */
  version_before: string | null;
  picture_hash_before: string | null;
  picture_before: Uint8Array | null;
  /** Null while nobody has accepted what changed; who did may be empty. */
  accepted: number | null;
  accepted_by: string | null;
}

export interface JobsTable {
  id: string;
  printer: string;
  /** Order in the printer's queue; the current job has the smallest. */
  position: number;
  /** queued: current or waiting. The others are over. */
  state: 'queued' | 'done' | 'aborted' | 'deselected';
  description: string;
  /** Empty when the label came with the job. */
  label_name: string;
  /** The label itself as JSON when it came with the job. */
  label_data: string | null;
  label_revision: number;
  table_name: string | null;
  key_column: string | null;
  key: string | null;
  row: number | null;
  copies: number | null;
  /** The column that names each row's label; `label_name` is what an empty cell falls back to. */
  label_column: Generated<string | null>;
  /** The range of rows; null for a job of one row or of none. */
  first_row: Generated<number | null>;
  row_count: Generated<number | null>;
  copies_column: Generated<string | null>;
  printed_column: Generated<string | null>;
  /** Copies of all rows together, as they were counted at the selection; null without a limit. */
  total_copies: Generated<number | null>;
  repeat_print: Generated<number>;
  /** Its labels and values are those of `frozen_rows`. */
  frozen: Generated<number>;
  /** One can return to it. */
  checkpoint: Generated<number>;
  /** Nanometres. */
  auto_print_gap: Generated<number | null>;
  auto_print_interval: Generated<number | null>;
  /** Millimetres; null when the label says. */
  print_delay: Generated<number | null>;
  /** Who selected it; empty when nobody said. */
  operator: Generated<string>;
  /** Rows that are over. */
  cursor: Generated<number>;
  /** Copies reserved of the present row. */
  row_started: Generated<number>;
  /** 1 while it is part of its printer's queue, over or not: one may return to it, and its void prints are owed. The end of the queue sets 0. */
  live: Generated<number>;
  /** The last print of before it was begun again: of those no copy is owed. */
  seek_print: Generated<number>;
  /** Prints reserved for this job. */
  started: number;
  /** Prints confirmed for this job. */
  printed: number;
  /** Prints of this job that certainly were not made: their copies are owed again. */
  voided: number;
  created: number;
}

export interface PrintsTable {
  id: Generated<number>;
  printer: string;
  job: string;
  label_name: string;
  /** The version of the label; 0 for one that came with its job or was printed before versions were kept. */
  label_revision: Generated<number>;
  document_hash: string;
  table_name: string | null;
  key: string | null;
  /** The values that were printed, as JSON: with the document they give the same bits again. */
  print_values: string;
  /** Dots per inch. */
  hdpi: number;
  vdpi: number;
  picture_hash: string;
  state: PrintState;
  reason: string | null;
  reserved: number;
  settled: number;
  /** Row number in the table, from 0. */
  row: Generated<number | null>;
  operator: Generated<string>;
  /** When it went to the engine, and since when and why nobody could say what became of it. */
  sent: Generated<number | null>;
  unknown_since: Generated<number | null>;
  unknown_reason: Generated<string | null>;
  /** Who said what became of an unknown print: `engine`, or a person's name. */
  resolved_by: Generated<string | null>;
  /** The print that this one repeats, and why. */
  reprint_of: Generated<number | null>;
  reprint_reason: Generated<string | null>;
  /** The run of the controller that reserved it. */
  epoch: Generated<number>;
  /** The key of the request that asked for it. */
  idempotency_key: Generated<string | null>;
}

export type ControllerDatabase = Kysely<ControllerSchema>;
export type ControllerTransaction = Transaction<ControllerSchema>;
