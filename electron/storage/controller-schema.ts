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
  /** Rows live in a physical table `table_data_<data_id>` with the columns `row`, `c0`, `c1`, ... */
  tables: { name: string; data_id: number; columns: string; row_count: number; modified: number };
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
  print_counters: { printer: string; triggers: number; trigger_bounces: number; printed_labels: number };
  jobs: JobsTable;
  /** Label documents by SHA-256 of their text, so that every print can be drawn again. */
  label_documents: { hash: string; document: string };
  prints: PrintsTable;
  /** Confirmed prints per minute; `minute` = minutes since the epoch. */
  history_minutes: { printer: string; minute: number; count: number };
  /** Confirmed prints per 15 minutes; `quarter` = quarters of an hour since the epoch (zones with offsets of 30 and 45 minutes exist). */
  history_quarters: { printer: string; quarter: number; count: number };
  idempotency_keys: { key: string; request_hash: string; status: number; body: string; created: number };
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
}

export type ControllerDatabase = Kysely<ControllerSchema>;
export type ControllerTransaction = Transaction<ControllerSchema>;
