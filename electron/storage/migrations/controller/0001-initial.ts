import type { Migration } from '../../migrate.ts';

export const initial: Migration = {
  version: 1,
  sql: `
    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE labels (
      name TEXT PRIMARY KEY,
      document TEXT NOT NULL,
      revision INTEGER NOT NULL,
      modified INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE label_revisions (name TEXT PRIMARY KEY, revision INTEGER NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE tables (
      name TEXT PRIMARY KEY,
      data_id INTEGER NOT NULL UNIQUE,
      columns TEXT NOT NULL,
      row_count INTEGER NOT NULL,
      modified INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE table_data_ids (id INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;

    CREATE TABLE variables (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL,
      description TEXT NOT NULL,
      user_edit INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE counters (
      name TEXT PRIMARY KEY,
      value INTEGER NOT NULL,
      min_value INTEGER NOT NULL,
      max_value INTEGER NOT NULL,
      repeat INTEGER NOT NULL,
      repeated INTEGER NOT NULL,
      step INTEGER NOT NULL,
      width INTEGER NOT NULL,
      padding TEXT NOT NULL,
      description TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE printers (
      name TEXT PRIMARY KEY,
      position INTEGER NOT NULL,
      engine TEXT NOT NULL,
      config TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE print_counters (
      printer TEXT PRIMARY KEY,
      triggers INTEGER NOT NULL,
      trigger_bounces INTEGER NOT NULL,
      printed_labels INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE jobs (
      id TEXT PRIMARY KEY,
      printer TEXT NOT NULL,
      position INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('queued', 'done', 'aborted', 'deselected')),
      description TEXT NOT NULL,
      label_name TEXT NOT NULL,
      label_data TEXT,
      label_revision INTEGER NOT NULL,
      table_name TEXT,
      key_column TEXT,
      key TEXT,
      row INTEGER,
      copies INTEGER,
      started INTEGER NOT NULL,
      printed INTEGER NOT NULL,
      voided INTEGER NOT NULL,
      created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX jobs_queue ON jobs (printer, position) WHERE state = 'queued';

    CREATE TABLE label_documents (hash TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE prints (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      printer TEXT NOT NULL,
      job TEXT NOT NULL REFERENCES jobs (id),
      label_name TEXT NOT NULL,
      document_hash TEXT NOT NULL REFERENCES label_documents (hash),
      table_name TEXT,
      key TEXT,
      print_values TEXT NOT NULL,
      hdpi REAL NOT NULL,
      vdpi REAL NOT NULL,
      picture_hash TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('reserved', 'sent', 'printed', 'void', 'unknown')),
      reason TEXT,
      reserved INTEGER NOT NULL,
      settled INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX prints_of_printer ON prints (printer, id);
    CREATE INDEX prints_of_job ON prints (job, state);
    CREATE INDEX prints_open ON prints (state) WHERE state IN ('reserved', 'sent');

    CREATE TABLE history_minutes (
      printer TEXT NOT NULL,
      minute INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (printer, minute)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE history_quarters (
      printer TEXT NOT NULL,
      quarter INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (printer, quarter)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE idempotency_keys (
      key TEXT PRIMARY KEY,
      request_hash TEXT NOT NULL,
      status INTEGER NOT NULL,
      body TEXT NOT NULL,
      created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX idempotency_keys_created ON idempotency_keys (created);
  `,
};
