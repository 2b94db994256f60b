import type { Generated, Kysely } from 'kysely';
import type { HoldingState, LibraryKind } from '#contract/api-v3/library-item.ts';
import type { PrintState } from '#contract/api-v3/print.ts';
import type { Proof } from '#contract/api-v3/engine.ts';
import type { VerificationVerdict } from '#contract/api-v3/verification.ts';

/** The tables of a plant. Times are `timestamptz`, hashes `bytea`. */
export interface PlantSchema {
  controllers: ControllersTable;
  label_documents: { hash: Buffer; document: string; stored: Generated<Date> };
  prints: PrintsTable;
  print_serials: { reserved: Date; controller: number; print: number; serial: string };
  sessions: { hash: Buffer; key: number; expires: Date };
  job_terms: { term: JobTerm; value: string; controller: number; job: string };
  api_keys: ApiKeysTable;
  plant_counters: { name: string; next: number; last: number; description: string };
  serial_leases: SerialLeasesTable;
  row_runs: RowRunsTable;
  row_ranges: RowRangesTable;
  row_releases: RowReleasesTable;
  settings: { key: string; value: string };
  library_contents: { hash: Buffer; content: Buffer };
  library_items: LibraryItemsTable;
  library_versions: LibraryVersionsTable;
  library_holdings: LibraryHoldingsTable;
  /** One row. It grows with every publication. */
  library_revision: { revision: number };
}

export type PlantDatabase = Kysely<PlantSchema>;

/** By what a job can be found. */
export type JobTerm = 'label' | 'printer' | 'operator' | 'variable';

interface ControllersTable {
  /** Stands for the controller in large tables. */
  number: Generated<number>;
  /** What the controller made at its first start. */
  id: string;
  first_seen: Generated<Date>;
  last_seen: Date;
  /** Its last report, as JSON; null until the first one. */
  report: string | null;
  reported: Date | null;
  /** Milliseconds by which its clock was ahead at its last report. */
  clock_ahead: number | null;
}

interface PrintsTable {
  controller: number;
  print: number;
  reserved: Date;
  printer: string;
  job: string;
  label: string;
  label_revision: number;
  document_hash: Buffer;
  table_name: string | null;
  key: string | null;
  row: number | null;
  /** Texts of its counters as printed. */
  serials: string[];
  print_values: string;
  hdpi: number;
  vdpi: number;
  picture_hash: string;
  device_message: string | null;
  state: PrintState;
  /** `STATE_REVISIONS` of the state. */
  revision: number;
  proof: Proof;
  reason: string | null;
  sent: Date | null;
  settled: Date;
  unknown_since: Date | null;
  unknown_reason: string | null;
  resolved_by: string | null;
  operator: string;
  reprint_of: number | null;
  reprint_reason: string | null;
  supersedes: number | null;
  rework_reason: string | null;
  purpose: 'production' | 'test';
  verification: VerificationVerdict | null;
  verified_by: string | null;
  verified_at: Date | null;
  expected_text: string | null;
  read_text: string | null;
  read_grade: string | null;
}

interface SerialLeasesTable {
  counter: string;
  first: number;
  last: number;
  controller: number;
  /** Made by the controller. */
  request: string;
  granted: Generated<Date>;
  /** How many of the numbers will never be used. */
  unused: Generated<number>;
}

interface RowRunsTable {
  name: string;
  table_name: string;
  /** SHA-256 of the rows. */
  hash: Buffer;
  first_row: number;
  end_row: number;
  copies: number;
  copies_column: string | null;
  begun: Generated<Date>;
}

interface RowRangesTable {
  run: string;
  first_row: number;
  end_row: number;
  state: 'free' | 'held' | 'printed';
  /** Who has the rows, and for which request; null unless they are held. */
  controller: number | null;
  request: string | null;
}

interface RowReleasesTable {
  id: Generated<number>;
  run: string;
  controller: number;
  rows: number;
  reason: string;
  /** The name of the key. */
  key_name: string;
  at: Generated<Date>;
}

interface ApiKeysTable {
  id: Generated<number>;
  name: string;
  hash: Buffer;
  scopes: string[];
  /** The only controller that it is for; null for any. */
  controller: string | null;
  created: Generated<Date>;
  expires: Date | null;
  revoked: Date | null;
  last_used: Date | null;
}

interface LibraryItemsTable {
  kind: LibraryKind;
  name: string;
  /** The number of its newest version. */
  newest: number;
  /** The version that lines shall have, and how it is published, as JSON; null while it is not published. */
  published: number | null;
  publication: string | null;
  published_at: Date | null;
  published_by: string | null;
}

interface LibraryVersionsTable {
  kind: LibraryKind;
  name: string;
  version: number;
  hash: Buffer;
  bytes: number;
  saved: Generated<Date>;
  saved_by: string;
  comment: string;
  approved: Date | null;
  approved_by: string | null;
  approval_comment: string | null;
}

interface LibraryHoldingsTable {
  controller: number;
  kind: LibraryKind;
  name: string;
  state: HoldingState;
  version: number | null;
  reason: string | null;
}
