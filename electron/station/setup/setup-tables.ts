/**
 * What becomes of a table in a set-up file. `keep`: it is part of the set-up. `remove`: its rows belong to the ledger, to what runs at the moment, or to the
 * computer that the file was made on. `used`: rows are kept that a table of the set-up refers to. `index`: a full-text index, which is made again.
 * A test compares these lists with the databases, so that a new table forces a decision.
 */
export type TableChoice = 'keep' | 'remove' | 'used' | 'index';

export const CONTROLLER_TABLES: Readonly<Record<string, TableChoice>> = {
  // Labels and their versions
  labels: 'keep',
  label_versions: 'keep',
  label_revisions: 'keep',
  label_approvals: 'keep',
  label_comparisons: 'keep',
  label_documents: 'used',
  fonts: 'keep',
  library_items: 'keep',
  // Data
  tables: 'keep',
  table_data_ids: 'keep',
  variables: 'keep',
  counters: 'keep',
  shift_codes: 'keep',
  print_blocks: 'keep',
  plant_numbers: 'keep',
  // Printers, lines and what is connected to them
  printers: 'keep',
  lines: 'keep',
  readers: 'keep',
  signal_devices: 'keep',
  order_folders: 'keep',
  webhooks: 'keep',
  email_position: 'keep',
  api_keys: 'keep',
  settings: 'keep',
  // The ledger
  prints: 'remove',
  print_serials: 'remove',
  print_hours: 'remove',
  print_texts: 'index',
  static_documents: 'remove',
  static_texts: 'index',
  print_counters: 'remove',
  history_minutes: 'remove',
  history_quarters: 'remove',
  not_verified_minutes: 'remove',
  not_verified_quarters: 'remove',
  missed_triggers: 'remove',
  reader_results: 'remove',
  first_print_verdicts: 'remove',
  ledger_archive: 'remove',
  archive_changes: 'remove',
  archive_cursor: 'remove',
  archive_refusals: 'remove',
  sparkplug_cursors: 'remove',
  sparkplug_unknown: 'remove',
  recorded_prints: 'remove',
  recorded_unknown: 'remove',
  // What runs or waits at the moment
  jobs: 'remove',
  job_label_revisions: 'remove',
  job_owed: 'remove',
  frozen_rows: 'remove',
  orders: 'remove',
  order_jobs: 'remove',
  order_printers: 'remove',
  order_files: 'remove',
  row_allocations: 'remove',
  allocated_rows: 'remove',
  finished_rows: 'remove',
  row_blocks: 'remove',
  row_claims: 'remove',
  counter_blocks: 'remove',
  preflights: 'remove',
  line_stops: 'remove',
  line_periods: 'remove',
  // What happened on this computer
  audit: 'remove',
  audit_records: 'remove',
  audit_seals: 'remove',
  api_key_uses: 'remove',
  idempotency_keys: 'remove',
  email_alarms: 'remove',
  email_entries: 'remove',
  recorded_conditions: 'remove',
  recorded_events: 'remove',
};

/** Settings of the controller that belong to this computer or to its ledger: whole keys, and those that begin with the key and a slash. */
export const CONTROLLER_SETTINGS_REMOVED: readonly string[] = [
  ...['controllerId', 'epoch', 'highWater', 'recovery', 'clock'],
  ...['printIndex', 'printsLeftOut', 'historyMinutesSince', 'acceptedCount', 'sparkplugBdSeq'],
];

export const STATION_TABLES: Readonly<Record<string, TableChoice>> = {
  settings: 'keep',
  connections: 'keep',
  people: 'keep',
  role_permissions: 'keep',
  unsaved_edits: 'keep',
  alarms: 'remove',
  event_log: 'remove',
  last_answers: 'remove',
  audit_records: 'remove',
  audit_seals: 'remove',
};

/** Browsers that are signed in, and what runs at the moment. */
export const STATION_SETTINGS_REMOVED: readonly string[] = ['page-sessions', 'changeovers', 'interruptions', 'last-selections'];
